"""Starts prov's commands."""

import subprocess
import sys

SERVE = ["prov", "serve", "model", "--swap-space", "4"]  # expect: flag-removed [--swap-space] because no command has it
PYTHON = (sys.executable, "-m", "prov.cli", "--task=embed")  # expect: flag-removed [--task] because no command has it
LOGGED = "prov serve model --log-requests --port 80"  # expect: flag-removed [--enable-log-requests] because it has another name now


def start(model: str, options: list[str]) -> None:
    subprocess.run(["prov", "serve", model, "--enable-cache"], check=True)  # expect-ok: flag-removed because only its spelling changed
    subprocess.run(["prov", "serve", model, "--no-enable-cache"], check=True)  # expect-ok: flag-removed because it is the other half of a flag that is there
    subprocess.run(["prov", "serve", model, "--ssl-keyfile", "k"], check=True)  # expect-ok: flag-removed because a field makes it at run time
    subprocess.run(["prov", "serve", model, "--ours"], check=True)  # expect-ok: flag-removed because prov never had it
    subprocess.run(["docker", "run", "--task", "prov"], check=True)  # expect-ok: flag-removed because it is another program's
    subprocess.run(["prov-top", "--task"], check=True)  # expect-ok: flag-removed because it is another program's
    subprocess.run(["prov", *options], check=True)  # expect-ok: flag-removed because nobody knows what is in there
    print("see prov serve --task for more")  # expect-ok: flag-removed because it is a sentence
