"""Variance components of the windows that NoiseStudy measured.

Usage: analyse.py FILE.csv...

Each line is a window: session, deployment, round, position in the round, arm,
seconds since the start, answers, p50, p90, p99 and mean in ms, CPU of the arm
in ms per request, memory in MiB, busy share of the machine, send lag p99 in
ms, and the share of other work. Within a deployment, each round measures each
arm once.

Model of the logarithm, arm means taken out:
  y = block + deployment (of this arm in this block) + round (in the block,
      the same for all arms) + window
The components are estimated from the mean squares of the balanced design.
"""

import csv
import math
import sys

import numpy as np

METRICS = {"p50": 7, "p90": 8, "p99": 9, "CPU": 11, "memory": 12}


def load(files):
    """All windows; the session keeps blocks of several files apart."""
    rows = []
    for name in files:
        with open(name, encoding="utf-8") as file:
            rows += list(csv.reader(file))
    return rows


def signed_percent(variance):
    """Standard deviation in percent; negative estimates keep their sign."""
    return math.copysign(100 * math.sqrt(abs(variance)), variance)


def components(y):
    """Components of an array blocks x arms x rounds."""
    blocks, arms, rounds = y.shape
    y = y - y.mean(axis=(0, 2), keepdims=True)
    block = y.mean(axis=(1, 2))
    deployment = y.mean(axis=2)
    drift = y.mean(axis=1)
    rest = y - deployment[:, :, None] - drift[:, None, :] + block[:, None, None]
    ms_window = (rest**2).sum() / (blocks * (arms - 1) * (rounds - 1))
    ms_deployment = (
        rounds * ((deployment - block[:, None]) ** 2).sum() / ((blocks - 1) * (arms - 1))
    )
    ms_round = arms * ((drift - block[:, None]) ** 2).sum() / (blocks * (rounds - 1))
    ms_block = arms * rounds * (block**2).sum() / (blocks - 1)
    return {
        "block": (ms_block - ms_round - ms_deployment + ms_window) / (arms * rounds),
        "round": (ms_round - ms_window) / arms,
        "deployment": (ms_deployment - ms_window) / rounds,
        "window": ms_window,
    }


def neighbours(rows, column, lags=(1, 2, 4)):
    """Correlation of windows that follow each other, arm means of each session taken out."""
    logs = [math.log(float(row[column])) for row in rows]
    groups = {}
    for row, value in zip(rows, logs):
        groups.setdefault((row[0], row[4]), []).append(value)
    means = {key: sum(values) / len(values) for key, values in groups.items()}
    rest = [value - means[(row[0], row[4])] for row, value in zip(rows, logs)]
    found = []
    for lag in lags:
        pairs = [
            (rest[i], rest[i + lag])
            for i in range(len(rows) - lag)
            if rows[i][:2] == rows[i + lag][:2]
        ]
        found.append(np.corrcoef(*zip(*pairs))[0, 1])
    return rest, found


def main():
    rows = load(sys.argv[1:])
    arms = sorted({row[4] for row in rows})
    blocks = sorted({(row[0], int(row[1])) for row in rows})
    rounds = sorted({int(row[2]) for row in rows})
    print(f"{len(blocks)} blocks, {len(rounds)} rounds, arms: {', '.join(arms)}")
    busy = [float(row[15]) for row in rows]
    print(f"windows with more than 10 % of other work: {sum(b > 0.1 for b in busy)} of {len(rows)}")
    print("standard deviations in percent")
    print(f"{'metric':8}{'block':>8}{'round':>8}{'deploym.':>10}{'window':>8}{'contrast of a block':>22}")
    for metric, column in METRICS.items():
        y = np.full((len(blocks), len(arms), len(rounds)), np.nan)
        for row in rows:
            at = (blocks.index((row[0], int(row[1]))), arms.index(row[4]), int(row[2]) - 1)
            y[at] = math.log(float(row[column]))
        found = components(y)
        contrast = 2 * (found["deployment"] + found["window"] / len(rounds))
        print(
            f"{metric:8}{signed_percent(found['block']):8.1f}{signed_percent(found['round']):8.1f}"
            f"{signed_percent(found['deployment']):10.1f}{signed_percent(found['window']):8.1f}"
            f"{signed_percent(contrast):22.1f}"
        )
    cpu, _ = neighbours(rows, METRICS["CPU"])
    print("correlation of a window with the next, the second and the fourth after it; with its CPU")
    for metric in ("p50", "p99", "CPU"):
        rest, found = neighbours(rows, METRICS[metric])
        lags = "".join(f"{value:8.2f}" for value in found)
        print(f"{metric:8}{lags}{np.corrcoef(rest, cpu)[0, 1]:10.2f}")


main()
