"""The targets and the load generators, each a process that ends with its block."""
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
WORKER = HERE.parents[2] / "jmeter-plans/target/worker"
CLIENT, SERVER = "0", "1"
TICKS = os.sysconf("SC_CLK_TCK")
HTTP, STATUS, H2C, TRUTH, GRPC, PING = 18080, 18081, 18082, 18083, 18084, 18085


def pinned(cpu, *command):
    return ["taskset", "-c", cpu, *map(str, command)]


class Program:
    """A child process that ends with its block, and the CPU it has used."""

    def __init__(self, command, scratch, stdin=None, **more):
        self.log = Path(tempfile.mkstemp(dir=scratch, suffix=".log")[1])
        self.process = subprocess.Popen(
            command, stdin=stdin, stdout=self.log.open("w"), stderr=subprocess.STDOUT, cwd=scratch, **more)

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def cpu(self):
        """CPU-seconds so far; taskset has become the program it was given."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def text(self):
        return self.log.read_text(errors="replace")

    def wait_for(self, words, seconds=60):
        end = time.monotonic() + seconds
        while words not in self.text():
            if self.process.poll() is not None or time.monotonic() > end:
                sys.exit(f"expected '{words}' of {self.process.args}; it printed:\n{self.text()[-2000:]}")
            time.sleep(0.05)
        return self


NGINX = f"""
daemon off; worker_processes 1; error_log stderr crit; pid nginx.pid;
events {{ worker_connections 4096; }}
http {{
  access_log off; keepalive_requests 1000000000; keepalive_timeout 3600s; http2_max_requests 1000000000;
  default_type text/plain;
  upstream ping {{ server 127.0.0.1:{PING}; keepalive 32; keepalive_requests 1000000000; }}
  server {{ listen 127.0.0.1:{HTTP}; location / {{ return 200 "Hello, world!"; }} }}
  server {{ listen 127.0.0.1:{H2C} http2; location / {{ return 200 "Hello, world!"; }} }}
  server {{ listen 127.0.0.1:{GRPC} http2; location / {{ grpc_pass grpc://ping; }} }}
  server {{ listen 127.0.0.1:{STATUS}; location / {{ stub_status; }} }}
}}
"""


def nginx(scratch):
    """The target that counts its requests; in front of fortio's server, where they are gRPC."""
    (scratch / "nginx.conf").write_text(NGINX)
    program = Program(pinned(SERVER, "nginx", "-p", scratch, "-c", scratch / "nginx.conf"), scratch)
    for _ in range(100):
        try:
            served()
            return program
        except OSError:
            time.sleep(0.05)
    sys.exit("nginx does not answer:\n" + program.text())


def ping_server(scratch):
    off = [word for name in ("http", "tcp", "udp", "redirect") for word in (f"-{name}-port", "disabled")]
    return Program(pinned(SERVER, FORTIO, "server", "-grpc-port", f"127.0.0.1:{PING}", *off), scratch,
                   env=dict(os.environ, GOMAXPROCS="1")).wait_for("grpc", 10)


def served():
    """Requests nginx has answered so far, this question included."""
    with urllib.request.urlopen(f"http://127.0.0.1:{STATUS}/") as page:
        return int(page.read().split(b"\n")[2].split()[2])


def target(scratch, delay, work, stall, every):
    words = pinned(SERVER, "java", "-Xmx128m", "-XX:+UseSerialGC", HERE / "Target.java", TRUTH, delay, work, stall, every)
    return Program(words, scratch).wait_for("listening")


# ---- the tools: each is started, warmed, and left running until its block ends ----------------------------

def ours(scratch, port, rate, seconds, connections, plan="calibration", share=(0, 1), warmup=40000, **more):
    """Our worker; `rate` 0 is a closed loop."""
    out = Path(tempfile.mkdtemp(dir=scratch))
    settings = dict(
        host="127.0.0.1", port=port, rate=rate or 1000, duration=seconds, connections=connections,
        warmup=warmup, warmupConcurrency=min(8, connections), arrival="poisson",
        mode="open" if rate else "capacity", worker=share[0], workers=share[1], timeoutMillis=10000, **more)
    words = pinned(CLIENT, "java", f"@{WORKER}/java.args", "-cp", f"{WORKER}/lib/*",
                   "io.meshgauge.load.worker.LoadWorker", "--plan", WORKER / f"plans/instrument/{plan}.jmx", "--out", out,
                   *(f"-J{name}={value}" for name, value in settings.items()))
    program = Program(words, scratch, stdin=subprocess.PIPE)
    program.out = out
    program.wait_for('"ready"').process.stdin.write(b"warm\n")
    program.process.stdin.flush()
    return program


def measure(program, at=""):
    program.wait_for('"warmed"', 120).process.stdin.write(f"measure {at}".strip().encode() + b"\n")
    program.process.stdin.flush()


def wrk(scratch, seconds, connections):
    return Program(pinned(CLIENT, "wrk", "-t1", f"-c{connections}", f"-d{seconds}s", f"http://127.0.0.1:{HTTP}/"), scratch)


def h2load(scratch, seconds, connections):
    return Program(pinned(CLIENT, "h2load", "-t1", f"-c{connections}", "-m1", "-D", seconds, f"http://127.0.0.1:{H2C}/"),
                   scratch)


FORTIO = os.environ.get("FORTIO", "fortio")


def fortio(scratch, url, rate, seconds, connections, *more):
    result = tempfile.mkstemp(dir=scratch, suffix=".json")[1]
    program = Program(
        pinned(CLIENT, FORTIO, "load", "-quiet", "-qps", rate, "-c", connections, "-t", f"{seconds}s", "-uniform",
               "-r", "0.00002", "-p", "50,99,99.9", "-json", result, *more, url),
        scratch, env=dict(os.environ, GOMAXPROCS="1"))
    program.result = result
    return program


def floor(scratch, program, rate, seconds, connections):
    return Program(pinned(CLIENT, program, HTTP, rate, seconds, connections), scratch)


def floor_program(scratch):
    """floor.c, built; None without a C compiler."""
    if not shutil.which("cc"):
        return None
    program = scratch / "floor"
    subprocess.run(["cc", "-O2", "-o", program, HERE / "floor.c", "-lpthread", "-lm"], check=True)
    return program


def stock(scratch, home, port, rate, seconds, connections):
    """JMeter as it comes: HttpClient4, its CSV listener, its launcher's JVM options."""
    plan = scratch / f"stock-{bool(rate)}.jmx"
    plan.write_text((HERE / "stock/http.jmx").read_text().replace("@PACED@", str(bool(rate)).lower()))
    samples = tempfile.mkstemp(dir=scratch, suffix=".csv")[1]
    os.unlink(samples)
    program = Program(
        pinned(CLIENT, "java", "-Xms1g", "-Xmx1g", "-XX:MaxMetaspaceSize=256m", "-XX:+UseG1GC",
               "-XX:MaxGCPauseMillis=250", "-XX:G1ReservePercent=20", f"-Djmeter.home={home}",
               "-cp", home / "bin/ApacheJMeter.jar", "org.apache.jmeter.NewDriver", "-n", "-d", home, "-t", plan, "-l", samples, "-j", scratch / "jmeter.log",
               f"-Jport={port}", f"-Jrate={rate}", f"-Jseconds={seconds}", f"-Jthreads={connections}"),
        scratch)
    program.samples = Path(samples)
    return program


def stock_home(scratch):
    """The folders stock JMeter expects, filled from the user's own repository."""
    home = scratch / "jmeter"
    build = scratch / "stock"
    shutil.copytree(HERE / "stock", build)
    subprocess.run([os.environ.get("MVN", "mvn"), "-q", "-B", "-f", str(build / "pom.xml"), "package"], check=True)
    shutil.copytree(build / "target/jmeter", home)
    subprocess.run(["python3", "-m", "zipfile", "-e", str(next((home / "lib").glob("ApacheJMeter_config*.jar"))),
                    str(scratch / "config")], check=True)
    shutil.copytree(scratch / "config/bin", home / "bin")
    (home / "lib/ext").mkdir()
    shutil.move(next((home / "lib").glob("ApacheJMeter-*.jar")), home / "bin/ApacheJMeter.jar")
    for jar in (home / "lib").glob("ApacheJMeter_*.jar"):
        os.link(jar, home / "lib/ext" / jar.name)
    return home


