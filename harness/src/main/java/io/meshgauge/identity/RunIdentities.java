package io.meshgauge.identity;

import io.meshgauge.topology.Topology;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The key material of one run: every workload's credential, the intruders that must be refused, and
 * the tokens of the load.
 *
 * <p>The authority's and the token signer's keys exist in memory only; what the services and
 * proxies need is written to a folder of the run that only its owner can read.
 */
public final class RunIdentities implements Passports {
  /** The issuer of every token. */
  public static final String ISSUER = "https://issuer.meshgauge.test";

  /** The audience of every token. */
  public static final String AUDIENCE = "meshgauge";

  private final Path folder;
  private final Authority authority = new Authority("Meshgauge run CA");
  private final Stranger stranger = new Stranger();
  private final Map<String, Credential> workloads;

  private RunIdentities(Path folder, List<String> names) {
    this.folder = folder;
    this.workloads = new TreeMap<>();
    names.forEach(name -> workloads.put(name, authority.issue(Spiffe.of(name))));
  }

  /**
   * Makes the identities of a run and writes, into {@code folder}: {@code ca.pem}; per workload,
   * the load worker included, {@code NAME.pem} and {@code NAME.key.pem}; {@code front.pem}, {@code
   * front.key.pem} and both in {@code front.both.pem} for whoever ends TLS before the entry, under
   * its DNS name too; {@code jwks.json}; {@code tokens.properties}.
   *
   * @throws IOException when a file cannot be written
   */
  public static RunIdentities create(Path folder, Topology topology) throws IOException {
    return create(folder, topology, List.of());
  }

  /**
   * Makes the identities of a run whose mesh has workloads of its own.
   *
   * @param others names of these
   * @throws IOException when a file cannot be written
   */
  public static RunIdentities create(Path folder, Topology topology, List<String> others)
      throws IOException {
    List<String> names = new ArrayList<>(topology.services());
    names.add(Topology.LOAD);
    names.addAll(others);
    RunIdentities identities = new RunIdentities(folder.toAbsolutePath(), names);
    identities.write();
    return identities;
  }

  /** The folder that holds the files. */
  public Path folder() {
    return folder;
  }

  /** The certificate of the authority that every certificate is signed by. */
  public Path authorities() {
    return folder.resolve("ca.pem");
  }

  /** The JWT of every principal of the load: {@code name=token} lines. */
  public Path tokens() {
    return folder.resolve("tokens.properties");
  }

  /** The public keys that tokens are verified with. */
  public Path jwks() {
    return folder.resolve("jwks.json");
  }

  @Override
  public List<X509Certificate> trusted() {
    return List.of(authority.certificate());
  }

  @Override
  public Optional<Credential> of(String workload) {
    return Optional.ofNullable(workloads.get(workload));
  }

  @Override
  public Credential untrusted(String workload) {
    return stranger.named(name(workload));
  }

  @Override
  public Optional<Credential> foreign(String workload) {
    return Optional.of(authority.issue(Spiffe.in(Spiffe.FOREIGN_TRUST_DOMAIN, workload)));
  }

  @Override
  public String name(String workload) {
    return Spiffe.of(workload);
  }

  private void write() throws IOException {
    PrivateFolder files = new PrivateFolder(folder);
    files.writeCertificates("ca.pem", trusted());
    for (Map.Entry<String, Credential> workload : workloads.entrySet()) {
      files.writeCertificates(workload.getKey() + ".pem", workload.getValue().chain());
      files.writeKey(workload.getKey() + ".key.pem", workload.getValue().key());
    }
    Credential front = authority.issue(Spiffe.of(Topology.ENTRY), List.of(Topology.ENTRY));
    files.writeCertificates("front.pem", front.chain());
    files.writeKey("front.key.pem", front.key());
    files.write("front.both.pem", Pem.of(front.chain()) + Pem.of(front.key()));
    TokenIssuer issuer = new TokenIssuer();
    files.write("jwks.json", issuer.jwks() + "\n");
    files.write(
        "tokens.properties",
        issuer.tokens().entrySet().stream()
            .map(token -> token.getKey() + "=" + token.getValue() + "\n")
            .collect(Collectors.joining()));
  }
}
