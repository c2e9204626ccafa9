#!/usr/bin/env python3
"""Kills parts of a running soak and counts lost windows among those reported durable.

Each of harness, load worker, a service and a proxy is killed (SIGKILL) N times, in random order, at a random moment after a
window was reported. A killed harness is resumed by `run --resume`; from the other kills the harness must recover.
At the end every window that any harness reported as kept must be in the archive, once.

    docs/benchmarks/soak/kill.py --kills 10 --seed 1

Only processes that this script has started, and their children, are killed, by pid.
"""
import argparse
import json
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time

HOME = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
PARTS = ["harness", "load worker", "service", "proxy"]
KEPT = re.compile(r"window (\d+) kept")
LONGEST = 240


def children(pid):
    """The processes below one, with their command lines."""
    parents = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat") as stat:
                parents.setdefault(int(stat.read().rpartition(")")[2].split()[1]), []).append(int(entry))
        except OSError:
            continue
    below, rest = [], [pid]
    while rest:
        for child in parents.get(rest.pop(), []):
            below.append(child)
            rest.append(child)
    return below


def program(pid):
    """What a process runs: neither its guardian, which is a shell, nor what that has not yet started."""
    try:
        return os.path.basename(os.readlink(f"/proc/{pid}/exe"))
    except OSError:
        return ""


def command(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as line:
            return line.read().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


class Soak:
    """A soak, by one harness after the other."""

    def __init__(self, folder, rate):
        self.experiment = os.path.join(folder, "kill.yaml")
        with open(self.experiment, "w") as file:
            file.write("name: soak-kill\nvariants: [istio-mtls]\n"
                       "plans: [{name: soak, duration: 20h, properties: {window: 10s, on-alarm: continue}}]\n"
                       f"protocol: {{rate: {rate}, warmup-requests: 1000}}\n")
        self.logs = []
        self.folder = folder
        self.archive = None
        self.harness = None
        self.seen = set()

    def start(self):
        log = os.path.join(self.folder, f"harness-{len(self.logs)}.log")
        self.logs.append(log)
        what = [self.experiment] if self.archive is None else ["--resume", self.archive]
        self.harness = subprocess.Popen(["./meshgauge", "run", *what], cwd=HOME, stdout=open(log, "w"),
                                        stderr=subprocess.STDOUT, start_new_session=True)

    def text(self):
        return "".join(open(log).read() for log in self.logs)

    def reported(self):
        return [int(number) for number in KEPT.findall(self.text())]

    def await_window(self, more_than):
        until = time.time() + LONGEST
        while len(self.reported()) <= more_than:
            if self.harness.poll() is not None:
                sys.exit(f"the harness ended without a kill ({self.harness.returncode}); see {self.logs[-1]}")
            if time.time() > until:
                sys.exit(f"no window for {LONGEST} s; see {self.logs[-1]}")
            time.sleep(0.2)
        if self.archive is None:
            self.archive = re.search(r"Archive: (\S+)", self.text()).group(1)

    def pids(self, part):
        below = [self.harness.pid, *children(self.harness.pid)]
        self.seen.update(below)
        lines = {pid: command(pid) for pid in below if program(pid) in ("java", "envoy")}
        if part == "harness":
            return [pid for pid, line in lines.items() if "io.meshgauge.cli.Meshgauge" in line]
        if part == "load worker":
            return [pid for pid, line in lines.items() if "load.worker.LoadWorker" in line]
        if part == "proxy":
            return [pid for pid, line in lines.items() if program(pid) == "envoy" and "-proxy.yaml" in line]
        return [pid for pid, line in lines.items() if "-Xmx128m" in line]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--kills", type=int, default=10, help="of each part")
    arguments.add_argument("--rate", type=int, default=10)
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    chance = random.Random(options.seed)
    order = [part for part in PARTS for _ in range(options.kills)]
    chance.shuffle(order)
    recovered = {part: [] for part in PARTS}
    with tempfile.TemporaryDirectory(prefix="meshgauge-kill-") as folder:
        soak = Soak(folder, options.rate)
        soak.start()
        soak.await_window(0)
        for number, part in enumerate(order, 1):
            time.sleep(chance.uniform(0, 12))
            victims = soak.pids(part)
            if not victims:
                sys.exit(f"no process of the {part} was found below {soak.harness.pid}")
            before = len(soak.reported())
            victim = chance.choice(victims)
            killed = time.time()
            os.kill(victim, signal.SIGKILL)
            if part == "harness":
                soak.harness.wait()
                before = len(soak.reported())
                time.sleep(3)
                soak.start()
            # A window that was over when the part was killed may still be reported; wait for another one.
            soak.await_window(before)
            soak.await_window(before + 1)
            recovered[part].append(time.time() - killed)
            print(f"{number:3}/{len(order)} {part}: {recovered[part][-1]:.0f} s to the second window after it", flush=True)
        for pid in soak.pids("harness"):
            os.kill(pid, signal.SIGTERM)
        soak.harness.wait()
        time.sleep(5)
        left = [pid for pid in soak.seen if program(pid) in ("java", "envoy")]
        reported = soak.reported()
        subprocess.run(["./meshgauge", "report", soak.archive], cwd=HOME, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False)
        with open(os.path.join(soak.archive, "report.json")) as file:
            kept = json.load(file)["plans"][0]["soaks"][0]
    archived = [window["index"] + 1 for window in kept["windows"]]
    for part in PARTS:
        print(f"{part:12} killed {len(recovered[part]):3} times, median {statistics.median(recovered[part]):5.1f} s to the second window")
    lost = sorted(set(reported) - set(archived))
    twice = sorted({index for index in archived if archived.count(index) > 1})
    print(f"windows reported {len(reported)}, of them different {len(set(reported))}; in the archive {len(archived)}")
    print(f"lost {len(lost)} {lost}, twice {len(twice)} {twice}, damaged lines {len(kept['damaged'])}")
    print(f"gaps marked {sum(event['kind'] == 'gap' for event in kept['events'])}")
    print(f"processes left {len(left)} {left}")
    sys.exit(1 if lost or twice or kept["damaged"] or left else 0)


if __name__ == "__main__":
    main()
