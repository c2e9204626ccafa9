package io.meshgauge.observer;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.Status;
import io.grpc.TlsServerCredentials;
import io.grpc.stub.StreamObserver;
import io.meshgauge.identity.Pem;
import io.meshgauge.observer.istio.IstioCertificateRequest;
import io.meshgauge.observer.istio.IstioCertificateResponse;
import io.meshgauge.observer.istio.IstioCertificateServiceGrpc.IstioCertificateServiceImplBase;
import io.meshgauge.topology.Address;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.StringReader;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequest;
import org.jspecify.annotations.Nullable;

/**
 * A certificate authority that behaves like istiod: it signs a request for the name of the caller's
 * token, whatever name the request contains.
 */
final class FakeIstiod implements AutoCloseable {
  private static final X500Name NAME = new X500Name("O=cluster.local");
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
  private static final Context.Key<String> CALLER = Context.key("caller");

  private final KeyPair keys = newKeys();
  private final Server server;
  final X509Certificate root;
  final AtomicInteger signed = new AtomicInteger();

  /** Starts it with the SPIFFE name of every token it knows. */
  FakeIstiod(Map<String, String> tokens) throws Exception {
    root = sign(keys.getPublic(), NAME, null);
    KeyPair own = newKeys();
    X509Certificate certificate =
        sign(
            own.getPublic(),
            new X500Name(""),
            new GeneralName(GeneralName.dNSName, "istiod.istio-system.svc"));
    server =
        Grpc.newServerBuilderForPort(
                0,
                TlsServerCredentials.create(
                    stream(Pem.of(List.of(certificate, root))), stream(Pem.of(own.getPrivate()))))
            .addService(ServerInterceptors.intercept(new Service(), new Gate(tokens)))
            .build()
            .start();
  }

  Address address() {
    return Address.loopback(server.getPort());
  }

  @Override
  public void close() {
    server.shutdownNow();
  }

  private final class Service extends IstioCertificateServiceImplBase {
    @Override
    public void createCertificate(
        IstioCertificateRequest request, StreamObserver<IstioCertificateResponse> answers) {
      try (PEMParser parser = new PEMParser(new StringReader(request.getCsr()))) {
        PublicKey key =
            new JcaPKCS10CertificationRequest((PKCS10CertificationRequest) parser.readObject())
                .getPublicKey();
        signed.incrementAndGet();
        X509Certificate leaf =
            sign(
                key,
                new X500Name(""),
                new GeneralName(GeneralName.uniformResourceIdentifier, CALLER.get()));
        answers.onNext(
            IstioCertificateResponse.newBuilder()
                .addCertChain(Pem.of(List.of(leaf)))
                .addCertChain(Pem.of(List.of(root)))
                .build());
        answers.onCompleted();
      } catch (Exception e) {
        answers.onError(Status.INVALID_ARGUMENT.withCause(e).asException());
      }
    }
  }

  private record Gate(Map<String, String> tokens) implements ServerInterceptor {
    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
      String caller = tokens.get(String.valueOf(headers.get(AUTHORIZATION)).replace("Bearer ", ""));
      if (caller == null) {
        call.close(
            Status.UNAUTHENTICATED.withDescription("request authenticate failure"), new Metadata());
        return new ServerCall.Listener<>() {};
      }
      return Contexts.interceptCall(
          Context.current().withValue(CALLER, caller), call, headers, next);
    }
  }

  private X509Certificate sign(PublicKey key, X500Name subject, @Nullable GeneralName name)
      throws Exception {
    Instant now = Instant.now();
    JcaX509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            NAME,
            BigInteger.valueOf(now.toEpochMilli()),
            Date.from(now.minusSeconds(60)),
            Date.from(now.plusSeconds(3_600)),
            subject,
            key);
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(name == null));
    if (name != null) {
      builder.addExtension(Extension.subjectAlternativeName, true, new GeneralNames(name));
    }
    return new JcaX509CertificateConverter()
        .getCertificate(
            builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
  }

  private static InputStream stream(String pem) {
    return new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII));
  }

  private static KeyPair newKeys() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }
}
