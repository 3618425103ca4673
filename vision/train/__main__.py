"""``python -m vision.train``: the commands that make ``models/``."""

from __future__ import annotations

import typer

from vision.train import quantise
from vision.train.calibration import commands as calibration
from vision.train.detector import commands as detector_commands
from vision.train.judge import commands as judge_commands
from vision.train.reader import commands as reader_commands
from vision.train.reader import titles

app = typer.Typer(help="Trains, exports and measures the networks of the photo reader.", no_args_is_help=True)
app.add_typer(detector_commands.app, name="detector")
app.add_typer(reader_commands.app, name="reader")
app.add_typer(titles.app, name="titles")
app.command()(calibration.calibrate)
app.command()(judge_commands.judge)
app.command("quantise")(quantise.command)

if __name__ == "__main__":
    app()
