package io.meshgauge.evidence.enforcement;

import io.meshgauge.evidence.probe.ProbeOptions;
import io.meshgauge.evidence.probe.TlsClient;
import io.meshgauge.evidence.probe.Wire;
import io.meshgauge.experiment.change.Change;
import io.meshgauge.experiment.change.Transition;
import io.meshgauge.experiment.change.Transition.Connections;
import io.meshgauge.experiment.change.Transition.Probe;
import io.meshgauge.experiment.change.Transition.Says;
import io.meshgauge.identity.CredentialIssuer;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.plane.DataPlane;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/**
 * Clients of this process, two for each proxy before a service: one that keeps its connection, and
 * one that opens another for each request, since a proxy may apply a new rule to new connections
 * only.
 */
public final class RuleProbes implements RuleWatch {
  /** As often as the field's benchmarks do. */
  private static final Duration KEPT_INTERVAL = Duration.ofMillis(5);

  /** A handshake costs as much CPU as many requests. */
  private static final Duration NEW_INTERVAL = Duration.ofMillis(20);

  private static final int ANSWERS_BEFORE = 10;

  /** A client that was not stopped by then ends by itself: its harness is gone. */
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private static final long CHECK_MILLIS = 20;

  private final List<Series> series = new ArrayList<>();
  private final ThreadFactory threads;

  private RuleProbes(ThreadFactory threads) {
    this.threads = threads;
  }

  /**
   * Clients that send nothing yet.
   *
   * @param issuer of the credentials of callers
   * @param threads makes the threads that send
   */
  public static RuleProbes of(
      DataPlane plane,
      Guarantees claims,
      ProbeOptions options,
      CredentialIssuer issuer,
      ThreadFactory threads) {
    RuleProbes probes = new RuleProbes(threads);
    TlsClient client = new TlsClient(issuer.trusted(), options);
    for (Wire wire : Wire.of(plane)) {
      if (wire.hop().protocol() == Protocol.TCP || !wire.hop().probe().permitted()) {
        continue;
      }
      Optional<SSLContext> tls =
          claims.encrypted(wire.hop())
              ? Optional.of(client.context(issuer.of(wire.hop().client())))
              : Optional.empty();
      if (!options.keptOnly()) {
        probes.add(wire, Connections.NEW, client, tls);
      }
      if (wire.hop().protocol() == Protocol.HTTP1) {
        probes.add(wire, Connections.KEPT, client, tls);
      }
      if (options.keptOnly() && tls.isPresent()) {
        probes.add(wire, Connections.PLAINTEXT, client, Optional.empty());
      }
    }
    return probes;
  }

  private void add(Wire wire, Connections connections, TlsClient client, Optional<SSLContext> tls) {
    series.add(new Series(new HttpProbe(wire, connections, client, tls)));
  }

  @Override
  public void ready(boolean denied, Duration limit) {
    series.forEach(it -> it.start(threads));
    Says due = says(denied);
    Instant end = Instant.now().plus(limit);
    while (!awaited().allMatch(it -> it.steady(due))) {
      if (Instant.now().isAfter(end)) {
        String late =
            awaited()
                .filter(it -> !it.steady(due))
                .map(Series::toString)
                .sorted()
                .collect(Collectors.joining("; "));
        series.forEach(Series::end);
        throw new EnforcementException(
            "no change was timed: requests must be %s at every proxy, and after %d s they are not at: %s"
                .formatted(denied ? "refused" : "allowed", limit.toSeconds(), late));
      }
      pause();
    }
  }

  @Override
  public List<Transition> transitions(boolean denied, long beginMicros, Duration limit) {
    Says due = says(denied);
    long end = beginMicros + TimeUnit.NANOSECONDS.toMicros(limit.toNanos());
    List<Transition> all = transitions(due, beginMicros);
    while (!all.stream().allMatch(it -> it.plaintext() || it.complete()) && Change.now() < end) {
      pause();
      all = transitions(due, beginMicros);
    }
    close();
    return transitions(due, beginMicros);
  }

  /** Those to which an answer is due. */
  private Stream<Series> awaited() {
    return series.stream().filter(it -> it.client.connections() != Connections.PLAINTEXT);
  }

  private List<Transition> transitions(Says due, long beginMicros) {
    return series.stream()
        .map(it -> it.transition(beginMicros, due))
        .sorted(Transition.ORDER)
        .toList();
  }

  @Override
  public void close() {
    // All at once, so that proxies that answer nothing are awaited together.
    series.forEach(Series::end);
    series.forEach(Series::stop);
  }

  private static Says says(boolean denied) {
    return denied ? Says.DENIED : Says.ALLOWED;
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(CHECK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EnforcementException("interrupted while a rule was watched", e);
    }
  }

  /** The requests of one client. */
  private static final class Series {
    private final HttpProbe client;
    private final List<Probe> answers = new ArrayList<>();
    private volatile boolean running;
    private Thread thread = new Thread();

    Series(HttpProbe client) {
      this.client = client;
    }

    void start(ThreadFactory threads) {
      stop();
      synchronized (answers) {
        answers.clear();
      }
      running = true;
      thread = threads.newThread(this::send);
      thread.start();
    }

    private void send() {
      long interval =
          (client.connections() == Connections.KEPT ? KEPT_INTERVAL : NEW_INTERVAL).toNanos();
      try (client) {
        long last = System.nanoTime() + LONGEST.toNanos();
        for (long due = System.nanoTime(); running && due < last; due += interval) {
          // A slow answer delays later requests; they are not sent in a burst after it.
          due = Math.max(due, System.nanoTime() - interval);
          while (running && System.nanoTime() < due) {
            LockSupport.parkNanos(due - System.nanoTime());
          }
          long begin = Change.now();
          Says says = client.ask();
          synchronized (answers) {
            answers.add(new Probe(begin, Change.now(), says));
          }
        }
      }
    }

    /** Sends no more. */
    void end() {
      running = false;
      LockSupport.unpark(thread);
    }

    /** Sends no more, and waits for the answer to the last request. */
    void stop() {
      end();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /** Whether the latest answers are all of a kind. */
    boolean steady(Says due) {
      synchronized (answers) {
        int from = answers.size() - ANSWERS_BEFORE;
        return from >= 0
            && answers.subList(from, answers.size()).stream().allMatch(it -> it.says() == due);
      }
    }

    Transition transition(long beginMicros, Says due) {
      synchronized (answers) {
        return Transition.of(
            client.wire().hop().server(), client.connections(), answers, beginMicros, due);
      }
    }

    @Override
    public String toString() {
      return "%s (%s)".formatted(client.wire().subject(), client.words());
    }
  }
}
