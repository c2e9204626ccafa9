package io.meshgauge.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class RedactionTest {

  @Test
  void keysTokensAndCredentialsAreRemovedAndTheRestStays() {
    String text =
        """
        before
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIA
        -----END EC PRIVATE KEY-----
        token eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJl, then
        Authorization: Bearer opaque-token-1
        {"authorization":"Basic dXNlcjpwYXNz"}
        -----BEGIN CERTIFICATE-----
        after
        """;

    assertThat(Redaction.of(text))
        .isEqualTo(
            """
            before
            (a private key was here)
            token (a token was here), then
            Authorization: Bearer (a credential was here)
            {"authorization":"Basic (a credential was here)"}
            -----BEGIN CERTIFICATE-----
            after
            """);
  }

  @Test
  void truncatedKeyIsRemovedToItsEnd() {
    assertThat(Redaction.of("a -----BEGIN PRIVATE KEY-----\nMIGH"))
        .isEqualTo("a (a private key was here)");
  }

  @Test
  void timeIsLinearInTheLength() {
    String text =
        "-----BEGIN PRIVATE ".repeat(50_000) + "eyJ".repeat(100_000) + " ".repeat(100_000);

    assertThat(Redaction.of(text)).isEqualTo(text);
  }
}
