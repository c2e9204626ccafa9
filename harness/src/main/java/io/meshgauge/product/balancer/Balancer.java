package io.meshgauge.product.balancer;

import io.meshgauge.topology.Address;
import io.meshgauge.topology.Balancing;
import io.meshgauge.topology.Balancing.Rule;
import io.meshgauge.topology.Balancing.Server;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The proxy before the replicas of one service; templates are filled from it.
 *
 * @param hops the hops that end at the service, at least one
 * @param listen where all its callers reach it
 * @param admin where it exposes its counters
 * @param balancing how it spreads calls, and over what
 * @param algorithm the same in the product's own words
 * @param workers its worker threads, or processes
 * @param checked whether it looks after the health of the replicas
 * @param identities the folder of the certificate with which it ends TLS; empty: its callers speak
 *     plaintext
 */
public record Balancer(
    List<Hop> hops,
    Address listen,
    Address admin,
    Balancing balancing,
    Algorithm algorithm,
    int workers,
    boolean checked,
    Optional<Path> identities) {
  private static final String CERTIFICATE = "front.pem";
  private static final String KEY = "front.key.pem";
  private static final String BOTH = "front.both.pem";

  public Balancer {
    hops = List.copyOf(hops);
  }

  /** The same balancer at other addresses. */
  Balancer at(Address listening, Address administration) {
    return new Balancer(
        hops, listening, administration, balancing, algorithm, workers, checked, identities);
  }

  /** The service behind it. */
  public String service() {
    return hops.get(0).server();
  }

  /** The name of the process, for example {@code order-balancer}. */
  public String name() {
    return service() + "-balancer";
  }

  /** The replicas. */
  public List<Server> servers() {
    return balancing.servers();
  }

  /** How many replicas there are. */
  public int count() {
    return servers().size();
  }

  /** What the product calls the algorithm; empty where it has no word for its default. */
  public String word() {
    return bytes() ? algorithm.ofConnections().orElse(algorithm.word()) : algorithm.word();
  }

  /** Whether the product must be told the algorithm, because it has a word for it. */
  public boolean special() {
    return !word().isEmpty();
  }

  /** Whether replicas are chosen by the client's address. */
  public boolean byAddress() {
    return balancing.rule() == Rule.IP_HASH;
  }

  /** Whether it ends TLS. */
  public boolean tls() {
    return identities.isPresent();
  }

  /** The chain of its certificate, a PEM file. */
  public String certificate() {
    return file(CERTIFICATE);
  }

  /** The key of its certificate, a PEM file. */
  public String key() {
    return file(KEY);
  }

  /** Both in one file, for products that want it so. */
  public String certificateAndKey() {
    return file(BOTH);
  }

  /** The files with the certificate and its key, whichever of them a product reads. */
  static List<String> keyFiles() {
    return List.of(CERTIFICATE, KEY, BOTH);
  }

  private String file(String name) {
    return identities.map(folder -> folder.resolve(name).toAbsolutePath().toString()).orElse("");
  }

  /** Whether its callers send bytes of which nothing more is known. */
  public boolean tcp() {
    return hops.get(0).protocol() == Protocol.TCP;
  }

  /** Whether it carries bytes only: those, or requests on connections that it spreads as such. */
  public boolean bytes() {
    return tcp() || balancing.byConnection();
  }

  /** Whether HTTP/2 is spoken, without TLS, on both of its sides. */
  public boolean http2() {
    return hops.get(0).protocol() == Protocol.GRPC;
  }
}
