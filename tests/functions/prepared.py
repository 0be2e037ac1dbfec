"""Imports, in the process that platforms are forked from, all that their workers import."""

from infra.local.fork_server import prepare

prepare()
