"""The commands, each thin: it reads its options, calls one stage, and says what came of it.

Imports of the program stand inside each command: `formework --help` must not
wait for libraries it does not need.
"""

import json

import click


def say_json(answer: object) -> None:
    """Print an answer for programs: one line of JSON."""
    click.echo(json.dumps(answer, ensure_ascii=False))
