package io.meshgauge.observer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.evidence.probe.ProbeOptions;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.identity.Credential;
import io.meshgauge.identity.CredentialIssuer;
import io.meshgauge.identity.IdentityException;
import io.meshgauge.identity.Pem;
import io.meshgauge.observer.identity.IstioIdentities;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Protocol;
import io.meshgauge.topology.plane.DataPlane;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IstioIdentitiesTest {
  private static final String NAME = "spiffe://cluster.local/ns/shop/sa/";
  private FakeIstiod istiod;

  @BeforeEach
  void start() throws Exception {
    istiod =
        new FakeIstiod(
            Map.of(
                "t-gateway", NAME + "gateway", "t-order", NAME + "order", "t-odd", NAME + "odd"));
  }

  @AfterEach
  void stop() {
    istiod.close();
  }

  @Test
  void tokenIsExchangedForACertificateOfItsAccount() throws Exception {
    CredentialIssuer issuer = source("gateway", "t-gateway").open();
    Credential credential = issuer.of("gateway").orElseThrow();
    assertThat(credential.spiffe()).isEqualTo(NAME + "gateway");
    assertThat(credential.chain()).hasSize(2);
    assertThat(credential.chain().get(0).getSubjectAlternativeNames())
        .containsExactly(List.of(6, NAME + "gateway"));
    credential.chain().get(0).verify(istiod.root.getPublicKey());
    assertThat(issuer.of("gateway")).as("kept").containsSame(credential);
    assertThat(istiod.signed).hasValue(1);
    assertThat(issuer.trusted()).containsExactly(istiod.root);
  }

  @Test
  void untrustedCredentialHasTheNameAndForeignOneIsAbsent() {
    CredentialIssuer issuer = source("gateway", "t-gateway").open();
    Credential intruder = issuer.untrusted("gateway");
    assertThat(intruder.spiffe()).isEqualTo(NAME + "gateway");
    assertThatThrownBy(() -> intruder.chain().get(0).verify(istiod.root.getPublicKey()))
        .isInstanceOf(GeneralSecurityException.class);
    assertThat(issuer.foreign("gateway")).isEmpty();
  }

  @Test
  void accountWithoutTokenHasNoCredential() {
    assertThat(source("order", "").open().of("order")).isEmpty();
    assertThat(istiod.signed).hasValue(0);
  }

  @Test
  void tokenOfAnotherAccountIsRefused() {
    assertThatThrownBy(() -> source("order", "t-odd").open().of("order"))
        .isInstanceOf(IdentityException.class)
        .hasMessageContaining(NAME + "odd")
        .hasMessageContaining("expected " + NAME + "order");
  }

  @Test
  void refusalNamesAccountAndAudience() {
    assertThatThrownBy(() -> source("order", "t-wrong").open().of("order"))
        .isInstanceOf(IdentityException.class)
        .hasMessageContaining(NAME + "order")
        .hasMessageContaining("UNAUTHENTICATED: request authenticate failure")
        .hasMessageContaining("istio-ca")
        .hasMessageNotContaining("t-wrong");
  }

  @Test
  void authorityWithAnotherRootOrNameReceivesNoToken() throws Exception {
    try (FakeIstiod other = new FakeIstiod(Map.of())) {
      IstioIdentities wrong = gateway(Pem.of(List.of(other.root)), "istiod.istio-system.svc");
      assertThatThrownBy(() -> wrong.open().of("gateway")).hasMessageContaining("UNAVAILABLE");
    }
    IstioIdentities misnamed = gateway(Pem.of(List.of(istiod.root)), "istiod.elsewhere.svc");
    assertThatThrownBy(() -> misnamed.open().of("gateway")).hasMessageContaining("UNAVAILABLE");
    assertThat(istiod.signed).hasValue(0);
  }

  @Test
  void requestKeepsTokensAndDoesNotPrintThem() {
    IstioIdentities source = source("gateway", "t-gateway");
    ProbeRequest request =
        new ProbeRequest(
            List.of(), new Guarantees(Proxies.BOTH_SIDES, true), ProbeOptions.PLAIN, source);
    assertThat(Messages.read(Messages.write(request), ProbeRequest.class)).isEqualTo(request);
    assertThat(request.toString()).doesNotContain("t-gateway");
  }

  @Test
  void probesUseIssuedCertificates() throws Exception {
    IstioIdentities source =
        identities(
            Pem.of(List.of(istiod.root)),
            IstioIdentities.ISTIOD_NAME,
            Map.of("gateway", "t-gateway", "order", "t-order"));
    CredentialIssuer issuer = source.open();
    Hop hop = new Hop("gateway", "order", Protocol.HTTP1);
    try (TlsService order =
            new TlsService(issuer.of("order").orElseThrow(), issuer, Set.of(NAME + "gateway"));
        ObserverServer server = ObserverServer.start(0, "n1", new NodeFiles());
        ObserverClient client =
            new ObserverClient(() -> Address.loopback(server.port()), Thread::new)) {
      Map<Hop, Address> wire = Map.of(hop, order.address());
      List<Evidence> evidence =
          client.probe(
              new DataPlane(List.of(), wire, List.of(), wire),
              new Guarantees(Proxies.BOTH_SIDES, true),
              new ProbeOptions(false, true),
              source);
      assertThat(evidence).hasSize(4).allMatch(Evidence::proven, "proven");
      assertThat(evidence).noneMatch(it -> it.subject().contains("other trust domain"));
    }
  }

  private IstioIdentities source(String workload, String token) {
    return identities(
        Pem.of(List.of(istiod.root)), IstioIdentities.ISTIOD_NAME, Map.of(workload, token));
  }

  private IstioIdentities gateway(String root, String authorityName) {
    return identities(root, authorityName, Map.of("gateway", "t-gateway"));
  }

  private IstioIdentities identities(
      String root, String authorityName, Map<String, String> tokens) {
    Map<String, IstioIdentities.Account> accounts = new TreeMap<>();
    tokens.forEach(
        (name, token) ->
            accounts.put(name, new IstioIdentities.Account("cluster.local", "shop", name, token)));
    return new IstioIdentities(istiod.address().toString(), authorityName, root, accounts);
  }
}
