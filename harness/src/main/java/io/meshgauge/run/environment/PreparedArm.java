package io.meshgauge.run.environment;

import io.meshgauge.experiment.SoakAct;
import io.meshgauge.experiment.Variant;
import io.meshgauge.identity.RunIdentities;
import io.meshgauge.identity.TokenIssuer;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Order;
import io.meshgauge.product.ArmFault;
import io.meshgauge.product.LimitSettings;
import io.meshgauge.product.PlacementSettings;
import io.meshgauge.product.Product;
import io.meshgauge.product.ProductDesign;
import io.meshgauge.product.Requirements;
import io.meshgauge.product.registry.Products;
import io.meshgauge.run.session.RunException;
import io.meshgauge.run.session.SessionContext;
import io.meshgauge.topology.Guarantees;
import io.meshgauge.topology.Guarantees.Proxies;
import io.meshgauge.topology.Topology;
import io.meshgauge.topology.connection.CertificateKey;
import io.meshgauge.topology.design.ControlPlane;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * An arm with its keys, which can be deployed.
 *
 * @param folder of its working files and keys
 */
record PreparedArm(
    SessionContext context,
    Path folder,
    Guarantees claims,
    Topology topology,
    ProductDesign design,
    RunIdentities identities,
    Optional<ControlPlane> controlPlane,
    Variant variant) {

  /**
   * Makes the keys of an arm.
   *
   * @param acts faults that will be injected
   * @param issuer of the tokens of its load
   */
  static PreparedArm of(
      SessionContext context,
      Variant variant,
      Topology topology,
      Set<SoakAct> acts,
      TokenIssuer issuer) {
    Path folder = context.deploymentFolder(variant.name());
    try {
      Product mesh = Products.named(variant.mesh());
      Requirements needed = mesh.requirements(variant, context.platform().kind());
      ProductDesign design = mesh.design(observable(context, variant, mesh)).prepared(acts);
      Topology replicated = design.topology(topology);
      RunIdentities identities =
          RunIdentities.create(
              folder.resolve("identities"),
              topology,
              needed.workloads(),
              issuer,
              needed.certificateKey().orElse(CertificateKey.ECDSA_P_256));
      Optional<String> expired = ArmFault.of(variant, ArmFault.Kind.RESTARTED_EXPIRED);
      if (expired.isPresent()) {
        identities.writeExpired(expired.get());
      }
      return new PreparedArm(
          context,
          folder,
          mesh.claims(variant),
          replicated,
          design,
          identities,
          needed.controlPlane(),
          variant);
    } catch (IOException e) {
      context.discard(folder);
      throw new RunException("the run's identities could not be written: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      context.discard(folder);
      throw e;
    }
  }

  /** Without packet capture, the proxies get listeners that sample connections. */
  private static Variant observable(SessionContext context, Variant variant, Product mesh) {
    Guarantees claims = mesh.claims(Variant.plain(variant.mesh()));
    boolean tappable = claims.proxies() == Proxies.BOTH_SIDES || claims.shared();
    return tappable && !context.platform().capturesPackets() ? variant.with("tap", "on") : variant;
  }

  /**
   * The deployment to be made.
   *
   * @param knobs settings of the services
   */
  Order order(Map<String, String> knobs, Path logs) {
    return new Order(
        topology,
        design,
        knobs,
        identities.folder(),
        folder.resolve("site"),
        logs,
        LimitSettings.of(variant),
        PlacementSettings.of(variant, context.seed()));
  }

  /**
   * The environment of its deployment.
   *
   * @param arm number by which shared services know it; empty where its services are its own
   * @param closed called when the environment is closed
   */
  TestEnvironment deployed(Deployment deployment, OptionalInt arm, Runnable closed) {
    return new TestEnvironment(this, deployment, arm, closed);
  }

  void discard() {
    context.discard(folder);
  }
}
