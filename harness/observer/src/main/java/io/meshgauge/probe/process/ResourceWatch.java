package io.meshgauge.probe.process;

import io.meshgauge.measure.stage.UseSamples;
import io.meshgauge.measure.use.MachineTicks;
import io.meshgauge.measure.use.MachineUse;
import io.meshgauge.measure.use.ResourceUse;
import io.meshgauge.probe.ProbeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * A window that is being metered; from {@link ResourceProbe#start}.
 *
 * <p>{@link #finish} ends it and gives the reading; closing without finishing throws it away.
 */
public final class ResourceWatch implements AutoCloseable {
  private final ProcFiles proc;
  private final List<Account> accounts = new ArrayList<>();
  private final Set<Long> roots = new HashSet<>();
  private final ProcessTable processesBefore;
  private final long started;
  private final MachineTicks machineBefore;
  private final String textBefore;
  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread sampler;

  /** Of the sampler, until it has ended. */
  private final List<UseSamples.Sample> samples = new ArrayList<>();

  ResourceWatch(ProcFiles proc, List<Target> targets, Duration every, ThreadFactory observers) {
    this.proc = proc;
    targets.forEach(target -> accounts.add(new Account(target)));
    accounts.forEach(Account::open);
    roots.add(ProcessHandle.current().pid());
    targets.forEach(target -> roots.add(target.pid()));
    this.processesBefore = ProcessTable.read(proc, roots);
    accounts.forEach(Account::startCpu);
    this.machineBefore = proc.machine().with(processesBefore.own());
    this.started = System.nanoTime();
    this.textBefore = textAtStart();
    this.sampler = observers.newThread(() -> sampleUntilEnd(every));
    sampler.setName("resource-sampler");
    sampler.setDaemon(true);
    sampler.start();
  }

  /** Ends the window and reads the other edge. */
  public ResourceProbe.Reading finish() {
    accounts.forEach(Account::readCpu);
    MachineTicks ticks = proc.machine();
    double seconds = (System.nanoTime() - started) / 1e9;
    ProcessTable processes = ProcessTable.read(proc, roots);
    MachineUse machine =
        ticks
            .with(processes.own())
            .since(machineBefore)
            .with(processes.busiest(processesBefore, seconds, proc.ticksPerSecond()));
    close();
    accounts.parallelStream().forEach(Account::readShared);
    accounts.forEach(Account::sample);
    accounts.forEach(Account::readResident);
    List<ResourceUse> uses = accounts.stream().map(Account::use).toList();
    List<String> gone =
        accounts.stream().filter(a -> a.gone).map(a -> a.target.container()).toList();
    return new ResourceProbe.Reading(
        uses, machine, textBefore, textAtEnd(), gone, new UseSamples(samples));
  }

  @Override
  public void close() {
    end.countDown();
    try {
      sampler.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void sampleUntilEnd(Duration every) {
    try {
      while (!end.await(every.toMillis(), TimeUnit.MILLISECONDS)) {
        // CPU as well: of a process that ends just before the window does, the latest counts.
        accounts.forEach(Account::readCpu);
        accounts.forEach(Account::sample);
        long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        accounts.stream().filter(it -> !it.gone).map(it -> it.at(now)).forEach(samples::add);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Without the working set: what processes have in common is read at the end alone. */
  private String textAtStart() {
    StringBuilder text = new StringBuilder();
    text.append("# TYPE container_cpu_usage_seconds_total counter\n");
    accounts.forEach(a -> a.line(text, "container_cpu_usage_seconds_total", a.cpuNow));
    text.append("# TYPE container_memory_rss gauge\n");
    accounts.forEach(a -> a.line(text, "container_memory_rss", a.anonymousNow));
    return text.toString();
  }

  private String textAtEnd() {
    StringBuilder text = new StringBuilder(textAtStart());
    text.append("# TYPE container_memory_working_set_bytes gauge\n");
    accounts.forEach(
        a -> a.line(text, "container_memory_working_set_bytes", a.anonymousNow + a.shared));
    return text.toString();
  }

  /** One process's figures; sampled by one thread at a time. */
  private final class Account {
    private final Target target;
    private double cpuBefore;
    private volatile double cpuNow;
    private volatile double anonymousNow;
    private volatile double shared;
    private double anonymousSum;
    private double anonymousPeak;
    private OptionalDouble resident = OptionalDouble.empty();
    private int samples;
    private volatile boolean gone;

    Account(Target target) {
      this.target = target;
    }

    void open() {
      readCpu();
      sample();
      if (gone) {
        throw new ProbeException(
            "%s: no process %d; expected it to be up".formatted(target.container(), target.pid()));
      }
    }

    /** Last of all at the start, so that what the probe itself costs is outside the window. */
    void startCpu() {
      readCpu();
      cpuBefore = cpuNow;
    }

    void readShared() {
      proc.sharedBytes(target.pid()).ifPresentOrElse(bytes -> shared = bytes, () -> gone = true);
    }

    void readCpu() {
      proc.cpuSeconds(target.pid()).ifPresentOrElse(now -> cpuNow = now, () -> gone = true);
    }

    void sample() {
      proc.anonymousBytes(target.pid()).ifPresentOrElse(this::add, () -> gone = true);
    }

    void readResident() {
      resident = proc.residentBytes(target.pid());
    }

    private void add(double own) {
      anonymousNow = own;
      anonymousSum += own;
      anonymousPeak = Math.max(anonymousPeak, own);
      samples++;
    }

    UseSamples.Sample at(long epochMicros) {
      return new UseSamples.Sample(
          epochMicros, target.container(), target.part(), cpuNow, anonymousNow);
    }

    ResourceUse use() {
      double anonymous = anonymousSum / samples;
      ResourceUse use =
          new ResourceUse(
              target.container(),
              target.part(),
              cpuNow - cpuBefore,
              anonymous + shared,
              anonymousPeak + shared,
              null,
              anonymous,
              null);
      return resident.isPresent() ? use.withResident(resident.getAsDouble()) : use;
    }

    void line(StringBuilder text, String metric, double value) {
      text.append(
          String.format(
              Locale.ROOT, "%s{container=\"%s\"} %s%n", metric, target.container(), value));
    }
  }
}
