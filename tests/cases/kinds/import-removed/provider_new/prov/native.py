"""Kernels, compiled by now."""

from prov._native import *  # noqa: F403
