package io.meshgauge.report.cbom;

import io.meshgauge.experiment.Evidence;
import io.meshgauge.experiment.Evidence.Promise;
import io.meshgauge.report.arm.Arm;
import io.meshgauge.topology.connection.NegotiatedTls;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The TLS of an arm's hops, all its runs together.
 *
 * @param hops by name, in its order
 * @param readable names of hops on which bytes were readable
 */
record ArmTls(SortedMap<String, HopTls> hops, SortedSet<String> readable) {

  /**
   * The TLS of a hop.
   *
   * @param negotiated by the proxies, as they counted it; by our client, where they count nothing;
   *     with the server's certificate as the last run with a handshake of ours saw it
   * @param counted whether it is the proxies' count
   * @param proven whether every run's evidence of encryption is proven
   */
  record HopTls(NegotiatedTls negotiated, boolean counted, boolean proven) {}

  static ArmTls of(Arm arm) {
    Map<String, NegotiatedTls> counted = new LinkedHashMap<>();
    Map<String, NegotiatedTls> shown = new LinkedHashMap<>();
    Map<String, Boolean> proven = new LinkedHashMap<>();
    for (Evidence evidence : arm.evidence()) {
      NegotiatedTls tls = evidence.tls();
      if (tls == null) {
        continue;
      }
      if (evidence.promise() == Promise.ENCRYPTION) {
        counted.merge(tls.hop(), tls, ArmTls::both);
        proven.merge(tls.hop(), evidence.proven(), Boolean::logicalAnd);
      } else {
        shown.put(tls.hop(), tls);
      }
    }
    SortedMap<String, HopTls> hops = new TreeMap<>();
    shown.forEach(
        (hop, tls) -> hops.put(hop, new HopTls(tls, false, proven.getOrDefault(hop, false))));
    counted.forEach(
        (hop, tls) -> {
          NegotiatedTls client = shown.get(hop);
          boolean known = client == null || !tls.versions().isEmpty();
          NegotiatedTls all = client == null ? tls : known ? with(tls, client) : client;
          hops.put(hop, new HopTls(all, known, proven.getOrDefault(hop, false)));
        });
    return new ArmTls(
        Collections.unmodifiableSortedMap(hops),
        arm.evidence().stream()
            .filter(it -> it.promise() == Promise.PLAINTEXT && it.proven())
            .map(Evidence::subject)
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  private static NegotiatedTls with(NegotiatedTls counted, NegotiatedTls client) {
    return new NegotiatedTls(
        counted.hop(),
        counted.versions(),
        counted.ciphers(),
        counted.groups(),
        client.certificate());
  }

  private static NegotiatedTls both(NegotiatedTls one, NegotiatedTls other) {
    return new NegotiatedTls(
        one.hop(),
        both(one.versions(), other.versions()),
        both(one.ciphers(), other.ciphers()),
        both(one.groups(), other.groups()),
        null);
  }

  private static SortedSet<String> both(SortedSet<String> one, SortedSet<String> other) {
    SortedSet<String> all = new TreeSet<>(one);
    all.addAll(other);
    return all;
  }
}
