package io.meshgauge.identity;

import io.meshgauge.topology.Topology;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The key material of one run: every workload's credential, the intruders that must be refused, and
 * the tokens of the load.
 *
 * <p>The authority's and the token signer's keys exist in memory only; what the services and
 * proxies need is written to a folder of the run that only its owner can read.
 */
public final class RunIdentities {
  /** The issuer of every token. */
  public static final String ISSUER = "https://issuer.meshgauge.test";

  /** The audience of every token. */
  public static final String AUDIENCE = "meshgauge";

  private final Path folder;
  private final Authority authority = new Authority("Meshgauge run CA");
  private final Authority stranger = new Authority("Meshgauge intruder CA");
  private final Map<String, Credential> workloads;

  private RunIdentities(Path folder, List<String> names) {
    this.folder = folder;
    this.workloads = new TreeMap<>();
    names.forEach(name -> workloads.put(name, authority.issue(Spiffe.of(name))));
  }

  /**
   * Makes the identities of a run and writes, into {@code folder}: {@code ca.pem}; per workload,
   * the load worker included, {@code NAME.pem} and {@code NAME.key.pem}; {@code jwks.json}; {@code
   * tokens.properties}.
   *
   * @throws IOException when a file cannot be written
   */
  public static RunIdentities create(Path folder, Topology topology) throws IOException {
    List<String> names = new ArrayList<>(topology.services());
    names.add(Topology.LOAD);
    RunIdentities identities = new RunIdentities(folder.toAbsolutePath(), names);
    identities.write();
    return identities;
  }

  /** The folder that holds the files. */
  public Path folder() {
    return folder;
  }

  /** The JWT of every principal of the load: {@code name=token} lines. */
  public Path tokens() {
    return folder.resolve("tokens.properties");
  }

  /** The public keys that tokens are verified with. */
  public Path jwks() {
    return folder.resolve("jwks.json");
  }

  /** The certificate that all workloads of the run trust. */
  public X509Certificate trusted() {
    return authority.certificate();
  }

  /**
   * The credential of a workload.
   *
   * @throws IllegalArgumentException for a workload the run does not have
   */
  public Credential of(String workload) {
    Credential found = workloads.get(workload);
    if (found == null) {
      throw new IllegalArgumentException(
          "no identity for workload '%s'; the run has %s".formatted(workload, workloads.keySet()));
    }
    return found;
  }

  /** An intruder: the workload's right name, signed by an authority nobody trusts. */
  public Credential untrusted(String workload) {
    return stranger.issue(Spiffe.of(workload));
  }

  /** An intruder: signed by the run's authority, but of another trust domain. */
  public Credential foreign(String workload) {
    return authority.issue(Spiffe.in(Spiffe.FOREIGN_TRUST_DOMAIN, workload));
  }

  private void write() throws IOException {
    PrivateFolder files = new PrivateFolder(folder);
    files.writeCertificates("ca.pem", List.of(trusted()));
    for (Map.Entry<String, Credential> workload : workloads.entrySet()) {
      files.writeCertificates(workload.getKey() + ".pem", workload.getValue().chain());
      files.writeKey(workload.getKey() + ".key.pem", workload.getValue().key());
    }
    TokenIssuer issuer = new TokenIssuer();
    files.write("jwks.json", issuer.jwks() + "\n");
    files.write(
        "tokens.properties",
        issuer.tokens().entrySet().stream()
            .map(token -> token.getKey() + "=" + token.getValue() + "\n")
            .collect(Collectors.joining()));
  }
}
