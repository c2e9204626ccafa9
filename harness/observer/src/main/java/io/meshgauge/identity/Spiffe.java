package io.meshgauge.identity;

/** The SPIFFE names of workloads, as Istio forms them: trust domain, namespace, service account. */
public final class Spiffe {
  /** The trust domain of every run; Istio's default. */
  public static final String TRUST_DOMAIN = "cluster.local";

  /** A trust domain that no listener may accept. */
  public static final String FOREIGN_TRUST_DOMAIN = "intruder.test";

  private Spiffe() {}

  /** The name of a workload in the trust domain of the run. */
  public static String of(String workload) {
    return in(TRUST_DOMAIN, workload);
  }

  /** The name of a workload in some trust domain. */
  public static String in(String trustDomain, String workload) {
    return "spiffe://%s/ns/meshgauge/sa/%s".formatted(trustDomain, workload);
  }
}
