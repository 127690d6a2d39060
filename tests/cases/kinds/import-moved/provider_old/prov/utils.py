"""Odds and ends."""

import hashlib
import socket


def get_ip() -> str:
    return socket.gethostbyname(socket.gethostname())


def get_open_port() -> int:
    with socket.socket() as probe:
        probe.bind(("", 0))
        return probe.getsockname()[1]


def round_up(value: int, multiple: int) -> int:
    return -(-value // multiple) * multiple


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
