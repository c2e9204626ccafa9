package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.identity.RunIdentities;
import io.meshgauge.topology.SampleServices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every kind of secret is found where it must not be. */
class LeaksTest {
  @TempDir Path folder;
  private final Leaks leaks = new Leaks();
  private RunIdentities identities;
  private Path archive;

  @BeforeEach
  void makeIdentities() throws IOException {
    identities = RunIdentities.create(folder.resolve("bench/identities"), SampleServices.ALL);
    leaks.know(identities.folder());
    archive = Files.createDirectories(folder.resolve("archive/logs"));
  }

  @Test
  void cleanFolderHasNoFindings() throws IOException {
    Files.copy(identities.authorities(), archive.resolve("ca.pem"));
    Files.copy(identities.jwks(), archive.resolve("jwks.json"));

    assertThat(leaks.known()).isGreaterThan(10);
    assertThat(leaks.in(archive)).isEmpty();
  }

  @Test
  void keyIsFound() throws IOException {
    Files.copy(identities.folder().resolve("order.key.pem"), archive.resolve("order.log"));

    assertThat(leaks.in(archive))
        .contains(
            "order.log holds a private key", "order.log holds what is in bench/order.key.pem");
  }

  @Test
  void lineOfAKeyIsFound() throws IOException {
    String line = Files.readAllLines(identities.folder().resolve("order.key.pem")).get(1);
    Files.writeString(archive.resolve("order.log"), "loaded " + line);

    assertThat(leaks.in(archive)).containsExactly("order.log holds what is in bench/order.key.pem");
  }

  @Test
  void tokenAndItsSignatureAloneAreFound() throws IOException {
    String line = Files.readAllLines(identities.tokens()).get(0);
    Files.writeString(archive.resolve("whole.log"), line);
    Files.writeString(archive.resolve("signature.log"), line.substring(line.lastIndexOf('.') + 1));

    assertThat(leaks.in(archive))
        .contains(
            "whole.log holds a JWT", "signature.log holds what is in bench/tokens.properties");
  }

  @Test
  void headerAndKubeconfigAreFound() throws IOException {
    Files.writeString(archive.resolve("a.log"), "authorization: Bearer abcdefghijklmnop");
    Files.writeString(archive.resolve("b.log"), "users:\n- user:\n    client-key-data: LS0t\n");

    assertThat(leaks.in(archive))
        .containsExactlyInAnyOrder("a.log holds a credential", "b.log holds a kubeconfig");
  }
}
