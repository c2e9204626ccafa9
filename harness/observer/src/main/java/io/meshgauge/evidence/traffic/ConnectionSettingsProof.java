package io.meshgauge.evidence.traffic;

import io.meshgauge.evidence.window.ProxyCounters;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.experiment.Evidence.Verdict;
import io.meshgauge.measure.counter.TrafficCounter;
import io.meshgauge.topology.connection.CertificateKey;
import io.meshgauge.topology.connection.TlsDetail;
import io.meshgauge.topology.plane.Listener;
import io.meshgauge.topology.plane.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;

/**
 * Whether a client's proxy closed its connections after the requested number of requests, and
 * negotiated and resumed TLS as requested, by what it counted.
 *
 * <p>With a lifetime of N requests, each connection that was opened and closed in the window
 * carried N of them; those that were open at one of its ends carried at most N there. A request
 * that was given up takes its connection along.
 */
record ConnectionSettingsProof(Traffic traffic, Listener sender, ProxyCounters counters) {
  private static final String SOURCE = "proxies' counters at both ends of the window";

  /** Evidence of the hop; none where nothing was requested of its connections. */
  List<Evidence> evidence() {
    List<Evidence> all = new ArrayList<>();
    traffic.connections().lifetime().ifPresent(it -> all.add(lifetime(it)));
    if (traffic.connections().upgraded()) {
      all.add(upgrade());
    }
    traffic.connections().resumption().ifPresent(it -> all.add(resumption(it)));
    traffic
        .connections()
        .version()
        .ifPresent(it -> all.add(negotiated("TLS version", TlsDetail.VERSION, it.title())));
    traffic
        .connections()
        .keyExchange()
        .ifPresent(it -> all.add(negotiated("key exchange", TlsDetail.GROUP, it.title())));
    CertificateKey key = traffic.connections().certificateKey().orElse(CertificateKey.ECDSA_P_256);
    traffic
        .connections()
        .cipher()
        .ifPresent(it -> all.add(negotiated("cipher", TlsDetail.CIPHER, it.suite(key))));
    return all;
  }

  private Evidence lifetime(int requested) {
    String subject = sender.hop() + ", connections";
    Optional<String> gap =
        counters.gap(
            sender, TrafficCounter.REQUESTS, TrafficCounter.RETRIES, TrafficCounter.CONNECTIONS);
    if (gap.isPresent()) {
      return missing(subject, "a new connection after %d requests".formatted(requested), gap.get());
    }
    long opened = counters.count(sender, TrafficCounter.CONNECTIONS);
    long openAtEnd = counters.ever(sender, TrafficCounter.OPEN_CONNECTIONS);
    long openAtStart = openAtEnd - counters.correction(sender, TrafficCounter.OPEN_CONNECTIONS);
    long sent = counters.requests(sender) + counters.retries(sender) - counters.withheld(sender);
    long fewest = (sent + requested - 1) / requested - openAtStart;
    long most = sent / requested + openAtEnd + counters.timeouts(sender);
    return new Evidence(
        Promise.TRAFFIC,
        subject,
        opened >= fewest && opened <= most ? Verdict.PROVEN : Verdict.DISPROVEN,
        "%d to %d connections opened for %d requests: a new one after %d"
            .formatted(Math.max(0, fewest), most, sent, requested),
        "%d opened".formatted(opened),
        SOURCE);
  }

  /** Of all connections since the proxy started: those that are kept were opened by the warm-up. */
  private Evidence upgrade() {
    String subject = sender.hop() + ", HTTP/2";
    String expected = "HTTP/2 on every connection";
    Optional<String> gap =
        counters.gap(sender, TrafficCounter.CONNECTIONS, TrafficCounter.HTTP2_CONNECTIONS);
    long opened = counters.ever(sender, TrafficCounter.CONNECTIONS);
    if (gap.isPresent() || opened == 0) {
      return missing(subject, expected, gap.orElse("no connection was opened"));
    }
    long upgraded = counters.ever(sender, TrafficCounter.HTTP2_CONNECTIONS);
    return new Evidence(
        Promise.TRAFFIC,
        subject,
        upgraded == opened ? Verdict.PROVEN : Verdict.DISPROVEN,
        expected,
        "%d of %d".formatted(upgraded, opened),
        SOURCE);
  }

  private Evidence resumption(boolean requested) {
    String subject = sender.hop() + ", TLS sessions";
    String expected = requested ? "some sessions resumed" : "no session resumed";
    Optional<String> gap =
        counters.gap(sender, TrafficCounter.HANDSHAKES, TrafficCounter.RESUMPTIONS);
    if (gap.isPresent()) {
      return missing(subject, expected, gap.get());
    }
    long handshakes = counters.count(sender, TrafficCounter.HANDSHAKES);
    if (handshakes == 0) {
      return missing(
          subject, expected, "no handshake in the window: set connection-lifetime as well");
    }
    long resumed = counters.count(sender, TrafficCounter.RESUMPTIONS);
    return new Evidence(
        Promise.TRAFFIC,
        subject,
        resumed > 0 == requested ? Verdict.PROVEN : Verdict.DISPROVEN,
        expected,
        "%d of %d handshakes resumed a session".formatted(resumed, handshakes),
        SOURCE);
  }

  /** That nothing else was negotiated since the proxy started, warm-up included. */
  private Evidence negotiated(String what, TlsDetail detail, String requested) {
    String subject = "%s, %s".formatted(sender.hop(), what);
    String expected = requested + " on every connection";
    SortedSet<String> found = counters.negotiated(sender, detail);
    if (found.isEmpty()) {
      return missing(subject, expected, "%s counted no handshake".formatted(sender.proxy()));
    }
    return new Evidence(
        Promise.TRAFFIC,
        subject,
        found.equals(Set.of(requested)) ? Verdict.PROVEN : Verdict.DISPROVEN,
        expected,
        String.join(", ", found),
        SOURCE);
  }

  private static Evidence missing(String subject, String expected, String why) {
    return new Evidence(Promise.TRAFFIC, subject, Verdict.MISSING, expected, why, SOURCE);
  }
}
