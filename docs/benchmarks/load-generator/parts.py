"""Measurements of the load generators: cost, truth, peak, sharing."""
import json
import math
import random
import shutil
import subprocess
import sys
import time
from contextlib import nullcontext
from pathlib import Path

from tools import *

RATES = (500, 2000, 8000)

# ---- 1. cost ---------------------------------------------------------------------------------------------

def edges(program, seconds):
    """CPU-seconds per 1000 requests the target served, and requests per second, in a window of a running tool."""
    count, cpu, begun = served(), program.cpu(), time.monotonic()
    time.sleep(seconds)
    requests = served() - count - 1
    if requests < 1:
        sys.exit(f"{program.process.args} sent nothing; it printed:\n{program.text()[-2000:]}")
    return {"cpu": (program.cpu() - cpu) / requests * 1e3, "rate": requests / (time.monotonic() - begun)}


def contenders(protocol, rate, seconds, scratch, home, floor_of):
    """How each tool is started at that rate (0: saturation), and how its warm-up is requested."""

    def begun(program):
        measure(program)
        program.wait_for('"second":0', 60)

    def after(pause):
        return lambda program: time.sleep(pause)

    def own(port, plan, **settings):
        return lambda: ours(scratch, port, rate, seconds + 4, 8, plan, **settings), begun

    def of_fortio(url, *more):
        return lambda: fortio(scratch, url, rate, seconds + 6, 8, *more), after(3)

    found = {}
    if protocol == "HTTP/1.1":
        found["ours"] = own(HTTP, "calibration")
        if rate:
            found["ours, 1 ms slack"] = own(HTTP, "calibration", slackMicros=1000)
        elif shutil.which("wrk"):
            found["wrk"] = lambda: wrk(scratch, seconds + 4, 8), after(2)
        if rate and floor_of:
            found["floor"] = lambda: floor(scratch, floor_of, rate, seconds + 4, 8), after(2)
        if home:
            found["stock JMeter"] = lambda: stock(scratch, home, HTTP, rate, seconds + 40, 8), after(20)
        if shutil.which(FORTIO):
            found["fortio"] = of_fortio(f"http://127.0.0.1:{HTTP}/")
    elif protocol == "HTTP/2":
        found["ours"] = own(H2C, "http2")
        if not rate and shutil.which("h2load"):
            found["h2load"] = lambda: h2load(scratch, seconds + 4, 8), after(2)
        if shutil.which(FORTIO):
            found["fortio"] = of_fortio(f"http://127.0.0.1:{H2C}/", "-h2", "-stdclient")
    elif shutil.which(FORTIO):
        found["ours"] = own(GRPC, "grpc", method="fgrpc.PingServer/Ping", channels=8)
        found["fortio"] = of_fortio(f"127.0.0.1:{GRPC}", "-grpc", "-ping")
    return found


def cost(rounds, seconds, scratch, home):
    results = {}
    floor_of = floor_program(scratch)
    with nginx(scratch), ping_server(scratch) if shutil.which(FORTIO) else nullcontext():
        for _ in range(rounds):
            for protocol in ("HTTP/1.1", "HTTP/2", "gRPC"):
                for rate in (0, *RATES) if protocol == "HTTP/1.1" else (0, 2000):
                    tools = contenders(protocol, rate, seconds, scratch, home, floor_of)
                    for tool in random.sample(sorted(tools), len(tools)):
                        start, warm = tools[tool]
                        with start() as program:
                            warm(program)
                            value = edges(program, seconds)
                        results.setdefault(protocol, {}).setdefault(str(rate), {}).setdefault(tool, []).append(value)
                        print(f"  {protocol} at {rate or 'saturation'}: {tool:16} {value['cpu'] * 1e3:.1f} µs"
                              f" at {value['rate']:.0f} req/s", flush=True)
    return results


# ---- 2. truth --------------------------------------------------------------------------------------------

DELAY, WORK, STALL, EVERY = 5000, 50, 200, 10000


def analytic(rate, arrivals, seed=7):
    """Percentiles (ms) of the target's own arithmetic (see Target.java) for very many arrivals."""
    draw = random.Random(seed)
    delay, work, stall, every = DELAY / 1e3, WORK / 1e3, STALL, EVERY
    answered, now, times = 0.0, 0.0, []

    def put_off(t):
        return t if t % every >= stall else t - t % every + stall

    for i in range(arrivals):
        now = now + draw.expovariate(rate / 1e3) if rate else now
        answered = put_off(max(put_off(now) + delay, answered) + work)
        times.append(answered - now)
    return quantiles(times)


def quantiles(times):
    times.sort()
    return {q: times[math.ceil(q / 100 * len(times)) - 1] for q in (50, 99, 99.9)}


def histogram(log):
    """Percentiles (ms) of all intervals of a log, by HdrHistogram's own tool."""
    jar = next((WORKER / "lib").glob("HdrHistogram-*.jar"))
    text = subprocess.run(
        ["java", "-cp", str(jar), "org.HdrHistogram.HistogramLogProcessor", "-i", str(log), "-tag", "get",
         "-percentilesOutputTicksPerHalf", "200", "-outputValueUnitRatio", "1000"],
        capture_output=True, text=True, check=True).stdout
    rows = []
    for line in text.splitlines():
        words = line.split()
        if len(words) >= 3 and words[0].replace(".", "").isdigit() and words[1].startswith(("0.", "1.0")):
            rows.append((float(words[0]), float(words[1]) * 100))
    return {q: next(value for value, at in rows if at >= q) for q in (50, 99, 99.9)}


def truth(rounds, seconds, scratch, home):
    seconds = max(20, seconds // 10 * 10)
    results, connections = {}, 256

    def note(rate, tool, value):
        results.setdefault(str(rate), {}).setdefault(tool, []).append(value)
        print(f"  truth at {rate}: {tool:8}", " ".join(f"p{q}={v:.2f} ms" for q, v in value.items()), flush=True)

    for rate in RATES:
        note(rate, "analytic", analytic(rate, 4_000_000))
    for _ in range(rounds):
        for rate in RATES:
            for tool in random.sample(("ours", "fortio", "stock"), 3):
                with target(scratch, DELAY, WORK, STALL, EVERY):
                    if tool == "ours":
                        with ours(scratch, TRUTH, rate, seconds, connections) as program:
                            measure(program)
                            program.wait_for('"finished"', seconds + 60)
                            note(rate, tool, histogram(program.out / "response.hlog"))
                    elif tool == "fortio" and shutil.which(FORTIO):
                        with fortio(scratch, f"http://127.0.0.1:{TRUTH}/", rate, seconds, connections) as program:
                            program.process.wait(seconds + 60)
                            found = json.loads(Path(program.result).read_text())["DurationHistogram"]["Percentiles"]
                            note(rate, tool, {p["Percentile"]: p["Value"] * 1e3 for p in found})
                    elif tool == "stock" and home:
                        with stock(scratch, home, TRUTH, rate, seconds + 15, connections) as program:
                            program.process.wait(seconds + 120)
                            lines = program.samples.read_text().splitlines()[1:]
                            rows = sorted((int(line.split(",", 2)[0]), int(line.split(",", 2)[1])) for line in lines)
                            note(rate, tool, quantiles([float(t) for at, t in rows if at - rows[0][0] > 15000]))
    return results


# ---- 3. peak ---------------------------------------------------------------------------------------------

def peak(rounds, seconds, scratch, home):
    """The highest of some rates that one processor keeps: 99 % answered, send lag p99 below 1 ms.

    A moment in which the machine takes the processor away fails a rate that would be kept: only two failures
    in a row end the climb.
    """
    results = []
    with nginx(scratch):
        for _ in range(rounds):
            best, failures = 0, 0
            for rate in (8000, 10000, 12000, 15000, 18000, 21000, 24000, 27000, 30000):
                with ours(scratch, HTTP, rate, seconds, 32, spinMicros=0) as program:
                    measure(program)
                    program.wait_for('"finished"', seconds + 60)
                    program.process.wait(30)
                    account = json.loads((program.out / "worker.json").read_text())
                achieved = account["completed"] / account["scheduled"]
                lag = account["sendLag"]["p99Micros"]
                print(f"  peak: {rate} req/s: {achieved:.4f} answered, send lag p99 {lag} µs, "
                      f"{account['cpuSeconds'] / seconds:.2f} processors", flush=True)
                if achieved >= 0.99 and lag < 1000:
                    best, failures = rate, 0
                    continue
                failures += 1
                if failures == 2:
                    break
            results.append(best)
    return results


# ---- 4. sharing ------------------------------------------------------------------------------------------

def share(rounds, seconds, scratch, home):
    """The same schedule through one worker and through four, to the target of `truth`."""
    results, rate = {"1": [], "4": []}, 2000
    seconds = max(20, seconds // 10 * 10)
    for _ in range(rounds):
        for workers in random.sample((1, 4), 2):
            with target(scratch, DELAY, WORK, STALL, EVERY):
                # The warm-up is of all workers together, and each of them has code to compile.
                crew = [ours(scratch, TRUTH, rate, seconds, 64 // workers, share=(i, workers), warmup=40000 * workers)
                        for i in range(workers)]
                for program in crew:
                    program.wait_for('"warmed"', 120)
                at = int((time.time() + 3) * 1e6)
                for program in crew:
                    measure(program, at)
                merged = scratch / "merged.hlog"
                lines = []
                for program in crew:
                    program.wait_for('"finished"', seconds + 60)
                    program.process.wait(30)
                    lines += (program.out / "response.hlog").read_text().splitlines()
                intervals = sorted((l for l in lines if l.startswith("Tag=")), key=lambda l: float(l.split(",")[1]))
                merged.write_text("\n".join([l for l in lines if not l.startswith("Tag=")][:4] + intervals) + "\n")
                value = histogram(merged)
                results[str(workers)].append(value)
                print(f"  sharing: {workers} worker(s)", " ".join(f"p{q}={v:.2f} ms" for q, v in value.items()), flush=True)
    return results


