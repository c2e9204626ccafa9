package io.meshgauge.topology;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A service of an application.
 *
 * @param name unique in the application; a DNS label
 * @param protocol that its callers speak
 * @param port of its Service on a cluster; 0 where it has none
 * @param pages that it serves for operators
 * @param probe what the harness itself may send to it
 * @param settings names of the settings that it understands
 * @param launch how it is started on this machine; empty where it runs on clusters only
 */
public record Service(
    String name,
    Protocol protocol,
    int port,
    Pages pages,
    Probe probe,
    List<String> settings,
    Optional<Launch> launch) {

  public Service {
    settings = List.copyOf(settings);
  }

  /** A service of which nothing but its name is known. */
  static Service named(String name) {
    return new Service(
        name, Protocol.HTTP1, 0, Pages.NONE, Probe.NONE, List.of(), Optional.empty());
  }

  /** Whether it can be called: at its port, or at that of its pages. */
  public boolean isReachable() {
    return port != 0 || pages.apart();
  }

  /** Whether it understands a setting. */
  public boolean understands(String setting) {
    return settings.contains(setting);
  }

  /**
   * Pages for operators.
   *
   * @param port on a cluster; 0: that of the service
   * @param ready path of a page that has status 200 once it is ready; empty: it is ready when its
   *     port accepts connections
   * @param metrics path of a page in Prometheus' text format; empty where it has none
   */
  public record Pages(int port, String ready, String metrics) {
    /** It serves none. */
    public static final Pages NONE = new Pages(0, "", "");

    /** Whether they are served at another port than its callers use. */
    public boolean apart() {
      return port != 0;
    }
  }

  /**
   * Where the objects of an application on a cluster come from.
   *
   * @param manifests folder or file of its own manifests, relative to the checkout if inside of it;
   *     empty where it has none
   * @param namespace in which it already runs, and which is only read; empty where it is deployed
   */
  public record OnCluster(String manifests, String namespace) {
    /** The manifests are those of the project. */
    public static final OnCluster SHIPPED = new OnCluster("", "");

    public OnCluster {
      // Archives of older versions lack it.
      namespace = namespace == null ? "" : namespace;
    }

    /** Whether it has manifests of its own. */
    public boolean deploys() {
      return !manifests.isEmpty();
    }

    /** Whether it already runs. */
    public boolean attaches() {
      return !namespace.isEmpty();
    }
  }

  /**
   * How a service is started on this machine. Arguments and values of variables may contain {@code
   * ${…}}: addresses and folders that are known when it is started.
   *
   * @param folder that paths are relative to, and in which a program that is not Java runs; itself
   *     relative to the checkout if inside of it
   * @param jar of a Java program; empty: the first argument is the program
   * @param arguments of the command line
   * @param environment variables in addition to {@code PATH}, {@code HOME} and the locale
   * @param secrets names of variables that are copied from the environment of the harness
   * @param setting argument that passes a setting, of {@code ${name}} and {@code ${value}}; empty
   *     where it has no settings
   */
  public record Launch(
      String folder,
      String jar,
      List<String> arguments,
      Map<String, String> environment,
      List<String> secrets,
      String setting) {

    public Launch {
      arguments = List.copyOf(arguments);
      environment = Map.copyOf(environment);
      secrets = List.copyOf(secrets);
    }

    /** Whether it listens at a port for each arm that shares it. */
    public boolean listensByArm() {
      return takes("${further-ports}");
    }

    /** Whether it takes the addresses of all replicas of a peer, which it calls in turn. */
    public boolean callsInTurn(String peer) {
      return takes("${" + peer + ".replicas}");
    }

    private boolean takes(String value) {
      return Stream.concat(arguments.stream(), environment.values().stream())
          .anyMatch(text -> text.contains(value));
    }

    /** Whether it is a Java program, which the harness starts as all others. */
    public boolean java() {
      return !jar.isEmpty();
    }
  }

  /**
   * A harmless request that the harness may send to a service on its own, to learn how its listener
   * answers strangers.
   *
   * @param content of HTTP the method, for example {@code GET}; of gRPC the path of a method, which
   *     is called without a message; of TCP the bytes that a client sends first. Empty: no request
   *     may be sent
   * @param path of a request of HTTP/1.1 or, for gRPC, of one of HTTP/2; empty for TCP
   */
  public record Probe(String content, String path) {
    /** No request may be sent. */
    public static final Probe NONE = new Probe("", "");

    /** The path of a request that no service has, and no load sends. */
    public static final String PATH = "/meshgauge-probe";

    /** What an iperf3 client names its test by, which it sends first: 36 characters and a zero. */
    private static final Probe IPERF = new Probe("012345678901234567890123456789012345\0", "");

    /** A request of a protocol to a path or method that no service has. */
    public static Probe unknownTo(Protocol protocol) {
      return switch (protocol) {
        case HTTP1 -> new Probe("GET", PATH);
        case GRPC -> new Probe("/meshgauge.Probe/Ask", PATH);
        case TCP -> IPERF;
      };
    }

    /** Whether a request may be sent at all. */
    public boolean permitted() {
      return !content.isEmpty();
    }

    /** Whether it starts a test of an iperf3 server, whose answers are of a kind of their own. */
    public boolean ofIperf() {
      return equals(IPERF);
    }
  }
}
