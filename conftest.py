"""Doctests of the training are collected only where its extra is installed."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("torch") else ["src/formework/training/*"]
