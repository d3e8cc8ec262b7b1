"""`python -m formework`."""

from formework.cli import main

main()
