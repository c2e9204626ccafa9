package io.meshgauge.load.tls;

import java.net.Socket;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trust in every certificate and name, for benchmarks against servers with throw-away ones. */
final class TrustAll extends X509ExtendedTrustManager {

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind) {
    // Asked for: verify=false.
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind) {
    // Asked for: verify=false.
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket) {
    // Asked for: verify=false.
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket) {
    // Asked for: verify=false.
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine) {
    // Asked for: verify=false.
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine) {
    // Asked for: verify=false.
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
