"""Reads the environment into frozen settings, with a module for each capability.

`declared` explains how a setting is declared.
"""
