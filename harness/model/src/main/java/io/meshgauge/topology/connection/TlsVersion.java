package io.meshgauge.topology.connection;

/** A TLS version, with its name in experiment files and in handshakes. */
public enum TlsVersion {
  V1_2("1.2", "TLSv1.2"),
  V1_3("1.3", "TLSv1.3");

  private final String key;
  private final String title;

  TlsVersion(String key, String title) {
    this.key = key;
    this.title = title;
  }

  /** The name in experiment files. */
  public String key() {
    return key;
  }

  /** The name in handshakes. */
  public String title() {
    return title;
  }
}
