package io.meshgauge.product.balancer;

import io.meshgauge.product.replica.Algorithm;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.plane.Balancing;
import io.meshgauge.topology.plane.Balancing.Rule;
import io.meshgauge.topology.plane.Balancing.Server;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The proxy before the replicas of one service; templates are filled from it.
 *
 * @param hops the hops that end at the service, at least one
 * @param listen where all its callers reach it
 * @param admin where it exposes its counters
 * @param balancing how it distributes calls, and over which replicas
 * @param algorithm the product's name of the algorithm
 * @param workers its worker threads, or processes
 * @param check page whose status 200 shows that a replica is healthy; an empty one: it is if it
 *     accepts a connection. Without it nothing is checked
 * @param identities folder of the certificate with which it terminates TLS; empty: its callers use
 *     plaintext
 */
public record Balancer(
    List<Hop> hops,
    Address listen,
    Address admin,
    Balancing balancing,
    Algorithm algorithm,
    int workers,
    Optional<String> check,
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
        hops, listening, administration, balancing, algorithm, workers, check, identities);
  }

  /** The service behind it. */
  public String service() {
    return hops.get(0).server();
  }

  /** Name of the process, for example {@code prices-balancer}. */
  public String name() {
    return service() + "-balancer";
  }

  public List<Server> servers() {
    return balancing.servers();
  }

  public int count() {
    return servers().size();
  }

  /** The product's name of the algorithm; empty for a default without a name. */
  public String word() {
    return bytes() ? algorithm.ofConnections().orElse(algorithm.word()) : algorithm.word();
  }

  /** Whether the algorithm has to be configured. */
  public boolean special() {
    return !word().isEmpty();
  }

  /** Whether replicas are chosen by the client's address. */
  public boolean byAddress() {
    return balancing.rule() == Rule.IP_HASH;
  }

  /** Whether it checks the health of the replicas. */
  public boolean checked() {
    return check.isPresent();
  }

  /** Whether it checks them by a page, and not by a connection. */
  public boolean checksPage() {
    return !page().isEmpty();
  }

  /** Path of the page that it checks; empty without one. */
  public String page() {
    return check.orElse("");
  }

  /** Whether it terminates TLS. */
  public boolean tls() {
    return identities.isPresent();
  }

  /** Certificate chain, a PEM file. */
  public String certificate() {
    return file(CERTIFICATE);
  }

  /** Private key, a PEM file. */
  public String key() {
    return file(KEY);
  }

  /** Chain and key in one file, for products that require it. */
  public String certificateAndKey() {
    return file(BOTH);
  }

  /** The files with the certificate and its key, of which a product reads some. */
  static List<String> keyFiles() {
    return List.of(CERTIFICATE, KEY, BOTH);
  }

  private String file(String name) {
    return identities.map(folder -> folder.resolve(name).toAbsolutePath().toString()).orElse("");
  }

  /** Whether its callers send opaque TCP. */
  public boolean tcp() {
    return hops.get(0).protocol() == Protocol.TCP;
  }

  /**
   * Whether it forwards bytes only: opaque TCP, or requests on connections that it balances as a
   * whole.
   */
  public boolean bytes() {
    return tcp() || balancing.byConnection();
  }

  /** Whether both of its sides use HTTP/2 without TLS. */
  public boolean http2() {
    return hops.get(0).protocol() == Protocol.GRPC;
  }
}
