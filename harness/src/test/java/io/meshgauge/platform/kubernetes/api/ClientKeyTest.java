package io.meshgauge.platform.kubernetes.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.meshgauge.platform.PlatformException;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import org.bouncycastle.openssl.jcajce.JcaMiscPEMGenerator;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.util.io.pem.PemObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientKeyTest {
  @TempDir Path folder;

  @Test
  void ecKeyIsRecognisedInEitherForm() throws IOException, GeneralSecurityException {
    KeyPair pair = pair("EC");

    assertThat(ClientKey.algorithm(data(pkcs8(pair)))).isEqualTo("EC");
    assertThat(ClientKey.algorithm(data(traditional(pair))))
        .as("SEC1, as openssl ecparam makes it")
        .isEqualTo("EC");
    String parameters = pem(new PemObject("EC PARAMETERS", new byte[] {6, 5, 43, -127, 4, 0, 34}));
    assertThat(ClientKey.algorithm(data(parameters + traditional(pair)))).isEqualTo("EC");
  }

  @Test
  void rsaKeyIsRecognisedInEitherFormAndFromAFile() throws IOException, GeneralSecurityException {
    KeyPair pair = pair("RSA");

    assertThat(ClientKey.algorithm(data(pkcs8(pair)))).isEqualTo("RSA");
    assertThat(ClientKey.algorithm(data(traditional(pair)))).isEqualTo("RSA");
    Path file = Files.writeString(folder.resolve("key.pem"), pkcs8(pair("EC")));
    assertThat(
            ClientKey.algorithm(
                empty().withClientKeyFile(file.toString()).withClientKeyData(null).build()))
        .isEqualTo("EC");
  }

  @Test
  void defaultIsKeptWithoutAKey() {
    assertThat(ClientKey.algorithm(empty().build())).isEqualTo("RSA");
  }

  @Test
  void unreadableKeyIsReported() {
    Config config = empty().withClientKeyFile(folder.resolve("absent").toString()).build();

    assertThatThrownBy(() -> ClientKey.algorithm(config))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining("cannot be read")
        .hasMessageContaining("absent");
  }

  private static ConfigBuilder empty() {
    return new ConfigBuilder(Config.empty());
  }

  private static Config data(String pem) {
    return empty()
        .withClientKeyData(
            Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII)))
        .build();
  }

  private static KeyPair pair(String algorithm) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
    if (algorithm.equals("EC")) {
      generator.initialize(new ECGenParameterSpec("secp256r1"));
    } else {
      generator.initialize(2048);
    }
    return generator.generateKeyPair();
  }

  private static String pkcs8(KeyPair pair) throws IOException {
    return pem(new PemObject("PRIVATE KEY", pair.getPrivate().getEncoded()));
  }

  private static String traditional(KeyPair pair) throws IOException {
    return pem(new JcaMiscPEMGenerator(pair.getPrivate()).generate());
  }

  private static String pem(PemObject object) throws IOException {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
      writer.writeObject(object);
    }
    return text.toString();
  }
}
