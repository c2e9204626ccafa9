package io.meshgauge.platform.kubernetes.api;

import io.fabric8.kubernetes.client.Config;
import io.meshgauge.platform.PlatformException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;

/** Algorithm of a kubeconfig's client key; the client library assumes RSA unless it is set. */
final class ClientKey {
  private static final String RSA = "RSA";

  private ClientKey() {}

  /** {@code EC} or {@code RSA}; {@code RSA} if the user has no key. */
  static String algorithm(Config config) {
    String pem = pem(config);
    try (PEMParser parser = new PEMParser(new StringReader(pem))) {
      // The parameters of a curve may precede its key.
      for (Object part = parser.readObject(); part != null; part = parser.readObject()) {
        PrivateKeyInfo key =
            part instanceof PEMKeyPair pair
                ? pair.getPrivateKeyInfo()
                : part instanceof PrivateKeyInfo info ? info : null;
        if (key != null) {
          boolean curve =
              key.getPrivateKeyAlgorithm()
                  .getAlgorithm()
                  .equals(X9ObjectIdentifiers.id_ecPublicKey);
          return curve ? "EC" : RSA;
        }
      }
      return RSA;
    } catch (IOException e) {
      throw new PlatformException(
          "the client key in the kubeconfig is not PEM: " + e.getMessage(), e);
    }
  }

  private static String pem(Config config) {
    try {
      if (config.getClientKeyData() != null) {
        return new String(
            Base64.getMimeDecoder().decode(config.getClientKeyData()), StandardCharsets.US_ASCII);
      }
      return config.getClientKeyFile() == null
          ? ""
          : Files.readString(Path.of(config.getClientKeyFile()));
    } catch (IOException | IllegalArgumentException e) {
      throw new PlatformException(
          "the client key of the kubeconfig cannot be read: " + e.getMessage(), e);
    }
  }
}
