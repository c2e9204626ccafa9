package io.meshgauge.observer.identity;

import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.stub.MetadataUtils;
import io.meshgauge.identity.IdentityException;
import io.meshgauge.identity.Pem;
import io.meshgauge.observer.istio.IstioCertificateRequest;
import io.meshgauge.observer.istio.IstioCertificateResponse;
import io.meshgauge.observer.istio.IstioCertificateServiceGrpc;
import io.meshgauge.topology.Address;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Client of istiod's certificate service, which also issues the identities of sidecars. */
final class CertificateService {
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(10);

  /** Longer than the longest soak; the mesh may shorten it. */
  private static final Duration VALIDITY = Duration.ofHours(24);

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final Address address;
  private final String name;
  private final List<X509Certificate> trusted;

  /**
   * Creates a client; calls use TLS.
   *
   * @param name that the server's certificate must contain
   * @param trusted roots of its chain
   */
  CertificateService(Address address, String name, List<X509Certificate> trusted) {
    this.address = address;
    this.name = name;
    this.trusted = List.copyOf(trusted);
  }

  /**
   * Requests a certificate.
   *
   * @param request PKCS #10, PEM
   * @param token of the caller's service account
   * @param whose identity, for messages
   * @return the chain, leaf first
   * @throws IdentityException if the service cannot be reached or refuses
   */
  List<X509Certificate> sign(String request, String token, String whose) {
    ManagedChannel channel = channel();
    try {
      Metadata headers = new Metadata();
      headers.put(AUTHORIZATION, "Bearer " + token);
      IstioCertificateResponse response =
          IstioCertificateServiceGrpc.newBlockingStub(channel)
              .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
              .withDeadlineAfter(CALL_TIMEOUT.toSeconds(), TimeUnit.SECONDS)
              .createCertificate(
                  IstioCertificateRequest.newBuilder()
                      .setCsr(request)
                      .setValidityDuration(VALIDITY.toSeconds())
                      .build());
      return Pem.certificates(String.join("\n", response.getCertChainList()));
    } catch (StatusRuntimeException e) {
      throw new IdentityException(
          "%s issued no certificate for %s: %s; expected it to sign for a token of audience '%s'"
              .formatted(address, whose, describe(e), IstioIdentities.AUDIENCE),
          e);
    } finally {
      channel.shutdownNow();
    }
  }

  private ManagedChannel channel() {
    try {
      return Grpc.newChannelBuilderForAddress(
              address.host(),
              address.port(),
              TlsChannelCredentials.newBuilder()
                  .trustManager(
                      new ByteArrayInputStream(Pem.of(trusted).getBytes(StandardCharsets.US_ASCII)))
                  .build())
          .overrideAuthority(name)
          .build();
    } catch (IOException e) {
      throw new IllegalStateException("this Java runtime cannot set up TLS", e);
    }
  }

  private static String describe(StatusRuntimeException e) {
    Throwable cause = e.getCause();
    return e.getStatus().getCode()
        + (e.getStatus().getDescription() == null ? "" : ": " + e.getStatus().getDescription())
        + (cause == null ? "" : " (" + cause.getMessage() + ")");
  }
}
