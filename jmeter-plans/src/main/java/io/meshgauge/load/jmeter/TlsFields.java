package io.meshgauge.load.jmeter;

import io.meshgauge.load.tls.TlsContext;
import io.meshgauge.load.tls.TlsSettings;
import java.util.List;
import org.apache.jmeter.testelement.TestElement;

/**
 * The TLS settings of a sampler; only the prefix of the property names differs between samplers.
 */
record TlsFields(Field authorities, Field certificate, Field key, Field serverName, Field verify) {

  /** The settings of the element of that name. */
  static TlsFields of(String element) {
    return new TlsFields(
        new Field(element + ".tlsCa", "TLS: trusted authorities (PEM; empty: the JVM's)", ""),
        new Field(element + ".tlsCertificate", "TLS: client certificate (PEM)", ""),
        new Field(element + ".tlsKey", "TLS: its key (PEM, PKCS #8)", ""),
        new Field(element + ".tlsServerName", "TLS: server name (empty: the host)", ""),
        new Field(element + ".tlsVerify", "TLS: verify the server (true, false)", "true"));
  }

  /** In the order of the GUI. */
  List<Field> list() {
    return List.of(authorities, certificate, key, serverName, verify);
  }

  /**
   * The context of the element's settings.
   *
   * @throws IllegalArgumentException if a file cannot be used
   */
  TlsContext read(TestElement element) {
    return TlsContext.of(
        new TlsSettings(
            authorities.text(element),
            certificate.text(element),
            key.text(element),
            serverName.text(element),
            verify.flag(element)));
  }
}
