package io.meshgauge.load.tls;

import java.net.Socket;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trusts every certificate and name, for benchmarks against servers with temporary ones. */
final class TrustAll extends X509ExtendedTrustManager {

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind) {
    // Requested by verify=false.
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind) {
    // Requested by verify=false.
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket) {
    // Requested by verify=false.
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket) {
    // Requested by verify=false.
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine) {
    // Requested by verify=false.
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine) {
    // Requested by verify=false.
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
