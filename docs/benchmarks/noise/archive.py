"""Windows of archived sessions whose arms were measured in turns, as analyse.py reads them.

Usage: archive.py SESSION-FOLDER... > FILE.csv

Sessions of one file must have equal arms and numbers of windows. Blocks with a run that is not
valid are left out. Position in the round, busy share, send lag and other work are not needed by the
analysis, and are 0.
"""

import glob
import json
import os
import re
import sys

from hdrh.histogram import HdrHistogram

HIGHEST_MICROS = 3_600_000_000
REFUSED = ("forbidden", "unauthenticated")
CPU = re.compile(r'container_cpu_usage_seconds_total\{container="(.*?)"\} (\S+)')
MEMORY = re.compile(r'container_memory_rss\{container="(.*?)"\} (\S+)')


def total(page, pattern):
    """Sum over services and proxies; the load worker is none of them."""
    with open(page, encoding="utf-8") as file:
        found = pattern.findall(file.read())
    return sum(float(value) for name, value in found if not name.startswith("load-worker"))


def response(log):
    """Response times of the answers to requests that should succeed."""
    merged = HdrHistogram(1, HIGHEST_MICROS, 3)
    with open(log, encoding="utf-8") as file:
        for line in file:
            tag = re.match(r"Tag=([^,]*),", line)
            if tag and tag[1] not in REFUSED:
                merged.decode_and_add(line.rstrip().rsplit(",", 1)[1])
    return merged


def windows(session, trial):
    """Lines of a run, one for each window."""
    with open(os.path.join(trial, "run.json"), encoding="utf-8") as file:
        run = json.load(file)
    count = len(glob.glob(os.path.join(trial, "load", "window-*")))
    for number in range(1, count + 1):
        name = f"window-{number}"
        with open(os.path.join(trial, "load", name, "worker.json"), encoding="utf-8") as file:
            worker = json.load(file)
        times = response(os.path.join(trial, "load", name, "response.hlog"))
        pages = os.path.join(trial, name, "cadvisor")
        after = os.path.join(pages, "after.prom")
        cpu = total(after, CPU) - total(os.path.join(pages, "before.prom"), CPU)
        millis = [times.get_value_at_percentile(p) / 1e3 for p in (50, 90, 99)]
        yield (
            run["trial"]["replicate"],
            run["outcome"],
            [
                session,
                run["trial"]["replicate"],
                number,
                0,
                run["trial"]["variant"]["name"],
                worker["startEpochMicros"] / 1e6,
                worker["completed"],
                *millis,
                times.get_mean_value() / 1e3,
                1e3 * cpu / worker["completed"],
                total(after, MEMORY) / 2**20,
                0,
                0,
                0,
            ],
        )


def main():
    for folder in sys.argv[1:]:
        session = os.path.basename(os.path.normpath(folder))
        trials = sorted(glob.glob(os.path.join(glob.escape(folder), "trials", "*", "")))
        lines = [line for trial in trials for line in windows(session, trial)]
        broken = {block for block, outcome, _ in lines if outcome != "VALID"}
        for block, _, line in sorted(lines, key=lambda it: it[2][5]):
            if block not in broken:
                print(",".join(str(value) for value in line))


main()
