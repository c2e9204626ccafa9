package io.meshgauge.topology;

/** The products that stand between workloads, by what they must be asked, and where. */
public enum ProxyKind {
  ENVOY("envoy", "yaml", "/ready", "/stats"),
  HAPROXY("haproxy", "cfg", "/stats;csv", "/stats;csv"),
  NGINX("nginx", "conf", "/ready", "/stub_status"),
  TRAEFIK("traefik", "yaml", "/ping", "/metrics"),
  /** Linkerd's own proxy, which is told everything by its control plane. */
  LINKERD("linkerd-proxy", "", "/ready", "/metrics"),
  /** Istio's proxy of a node, which carries connections. */
  ZTUNNEL("ztunnel", "", "/healthz/ready", "/metrics"),
  /** Istio's Envoy on the way, by the page that Istio's own metrics are on. */
  WAYPOINT("envoy", "yaml", "/ready", "/stats/prometheus"),
  /**
   * A program of ours that a proxy asks whether a request may pass; tells of itself as Envoy does.
   */
  DECISION("decision", "json", "/ready", "/stats");

  private final String program;
  private final String suffix;
  private final String readyPage;
  private final String countersPage;

  ProxyKind(String program, String suffix, String readyPage, String countersPage) {
    this.program = program;
    this.suffix = suffix;
    this.readyPage = readyPage;
    this.countersPage = countersPage;
  }

  /** The name of its program. */
  public String program() {
    return program;
  }

  /** What the names of its configuration files end in. */
  public String suffix() {
    return suffix;
  }

  /** Path of the page that is there once it takes connections. */
  public String readyPage() {
    return readyPage;
  }

  /**
   * Whether a running one says by which rules it steers requests, and takes orders to lift its
   * limits for a while.
   */
  public boolean tellsRules() {
    return this == ENVOY || this == WAYPOINT;
  }

  /** Path of the page with its counters. */
  public String countersPage() {
    return countersPage;
  }
}
