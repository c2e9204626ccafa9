package io.meshgauge.evidence.probe;

import io.meshgauge.identity.Credential;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Shows one credential whatever the server says it would accept; the platform's key managers would
 * keep an intruder's certificate back, and nothing would be tested.
 */
final class FixedIdentity extends X509ExtendedKeyManager {
  private static final String ALIAS = "it";

  private final Credential credential;

  FixedIdentity(Credential credential) {
    this.credential = credential;
  }

  @Override
  public String chooseClientAlias(
      String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return ALIAS;
  }

  @Override
  public String[] getClientAliases(String type, Principal @Nullable [] issuers) {
    return new String[] {ALIAS};
  }

  @Override
  public String[] getServerAliases(String type, Principal @Nullable [] issuers) {
    return new String[] {ALIAS};
  }

  @Override
  public String chooseServerAlias(
      String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return ALIAS;
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return credential.chain().toArray(new X509Certificate[0]);
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return credential.key();
  }
}
