"""Imported by the process that platforms are forked from: all that their workers would import."""

from infra.local.fork_server import prepare

prepare()
