package io.meshgauge.identity;

import io.meshgauge.topology.Topology;
import io.meshgauge.topology.connection.CertificateKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The key material of one run: every workload's credential, the intruders that must be refused, and
 * the tokens of the load.
 *
 * <p>The authority's and the token signer's keys exist in memory only; what the services and
 * proxies need is written to a folder of the run that only its owner can read.
 */
public final class RunIdentities implements CredentialIssuer {
  /** The issuer of every token. */
  public static final String ISSUER = "https://issuer.meshgauge.test";

  /** The audience of every token. */
  public static final String AUDIENCE = "meshgauge";

  /**
   * The name of the link to the folder that holds each workload's {@code NAME.pem} and {@code
   * NAME.key.pem} as they are now. It is replaced at once, so that no process reads a certificate
   * and the key of another; a watcher of the folder of the link sees it move.
   */
  public static final String CURRENT = "current";

  /** The name of the folder with certificates that have expired, where there are any. */
  public static final String EXPIRED = "expired";

  private final Path folder;
  private final String entry;
  private final Authority authority;
  private final UntrustedIdentity stranger = new UntrustedIdentity();
  private volatile Map<String, Credential> workloads;
  private int generation;

  private RunIdentities(Path folder, List<String> names, String entry, CertificateKey key) {
    this.folder = folder;
    this.authority = new Authority("Meshgauge run CA", key);
    this.entry = entry;
    this.workloads = issued(names);
  }

  private Map<String, Credential> issued(Collection<String> names) {
    Map<String, Credential> issued = new TreeMap<>();
    names.forEach(name -> issued.put(name, authority.issue(Spiffe.of(name))));
    return issued;
  }

  /**
   * Makes the identities of a run and writes, into {@code folder}: {@code ca.pem}; per workload,
   * the load worker included, {@code NAME.pem} and {@code NAME.key.pem}; {@code front.pem}, {@code
   * front.key.pem} and both in {@code front.both.pem} for the proxy that ends TLS before the entry,
   * under its DNS name too; {@code jwks.json}; {@code tokens.properties}; and {@value #CURRENT}.
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
    return create(folder, topology, others, new TokenIssuer(), CertificateKey.ECDSA_P_256);
  }

  /**
   * Makes the identities of one of several arms whose services accept the same tokens.
   *
   * @param issuer of the tokens
   * @param key of the authority and of all workloads
   * @throws IOException when a file cannot be written
   */
  public static RunIdentities create(
      Path folder, Topology topology, List<String> others, TokenIssuer issuer, CertificateKey key)
      throws IOException {
    List<String> names = new ArrayList<>(topology.services());
    names.add(Topology.LOAD);
    names.addAll(others);
    RunIdentities identities =
        new RunIdentities(
            folder.toAbsolutePath(), names, topology.entry().orElse(names.get(0)), key);
    identities.write(issuer);
    return identities;
  }

  @Override
  public SortedSet<String> workloads() {
    return new TreeSet<>(workloads.keySet());
  }

  /** The folder that holds the files. */
  public Path folder() {
    return folder;
  }

  /**
   * Gives every workload a new key and certificate of the same authority, in {@value #CURRENT}
   * alone: who has read the others once goes on with them, and they stay as valid as they were.
   *
   * @throws IOException when a file cannot be written or removed
   */
  public synchronized void renew() throws IOException {
    Map<String, Credential> fresh = issued(workloads.keySet());
    publish(fresh);
    workloads = fresh;
  }

  /**
   * Writes a certificate of a workload that has expired, in {@value #EXPIRED}.
   *
   * @throws IOException when a file cannot be written
   */
  public void writeExpired(String workload) throws IOException {
    PrivateFolder files = new PrivateFolder(folder.resolve(EXPIRED));
    files.writeCertificates("ca.pem", trusted());
    write(Map.of(workload, authority.expired(Spiffe.of(workload))), files);
  }

  /** Adds credentials and switches to them atomically. */
  private void publish(Map<String, Credential> credentials) throws IOException {
    Path next = folder.resolve("generation-" + (generation + 1));
    write(credentials, new PrivateFolder(next));
    Path link = folder.resolve(CURRENT + ".next");
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, next.getFileName());
    Files.move(link, folder.resolve(CURRENT), StandardCopyOption.ATOMIC_MOVE);
    generation++;
    // The one before may still be being read; those before it are not used any more.
    delete(folder.resolve("generation-" + (generation - 2)));
  }

  private static void delete(Path generation) throws IOException {
    if (Files.isDirectory(generation)) {
      try (Stream<Path> files = Files.list(generation)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(generation);
    }
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

  private void write(TokenIssuer issuer) throws IOException {
    PrivateFolder files = new PrivateFolder(folder);
    files.writeCertificates("ca.pem", trusted());
    write(workloads, files);
    publish(workloads);
    Credential front = authority.issue(Spiffe.of(entry), List.of(entry));
    files.writeCertificates("front.pem", front.chain());
    files.writeKey("front.key.pem", front.key());
    files.write("front.both.pem", Pem.of(front.chain()) + Pem.of(front.key()));
    files.write("jwks.json", issuer.jwks() + "\n");
    files.write(
        "tokens.properties",
        issuer.tokens().entrySet().stream()
            .map(token -> token.getKey() + "=" + token.getValue() + "\n")
            .collect(Collectors.joining()));
  }

  private static void write(Map<String, Credential> credentials, PrivateFolder files)
      throws IOException {
    for (Map.Entry<String, Credential> workload : credentials.entrySet()) {
      files.writeCertificates(workload.getKey() + ".pem", workload.getValue().chain());
      files.writeKey(workload.getKey() + ".key.pem", workload.getValue().key());
    }
  }
}
