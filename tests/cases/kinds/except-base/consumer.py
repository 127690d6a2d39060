"""Catches what prov raises, by the names it had."""

from prov.errors import ValidationError
from prov.params import BeamParams, SamplingParams, load, parse, submit


def sampling(n):
    try:
        return SamplingParams(n=n)
    except ValueError:  # expect: except-base [ValidationError] because what the constructor raises is no ValueError now
        return None


def beam(width):
    try:
        return BeamParams(width)
    except (TypeError, ValueError):  # expect: except-base [ValidationError] because what the constructor's own method raises is none either
        return None


def send(params: SamplingParams):
    try:
        return submit(params)
    except RuntimeError:  # expect: except-base [Overload] because it is no RuntimeError now
        return 0


def careful(n, name, text):
    try:
        first = SamplingParams(n)
    except Exception:  # expect-ok: except-base because that catches all
        first = None
    try:
        second = SamplingParams(n)
    except (ValueError, ValidationError):  # expect-ok: except-base because the class itself is named too
        second = None
    try:
        third = load(name)
    except KeyError:  # expect-ok: except-base because it is still a KeyError
        third = None
    try:
        fourth = parse(text)
    except ValueError:  # expect-ok: except-base because int raises it, not prov's own class
        fourth = 0
    return first, second, third, fourth
