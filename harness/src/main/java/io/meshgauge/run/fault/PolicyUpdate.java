package io.meshgauge.run.fault;

import io.meshgauge.evidence.policy.PolicyUpdateProof;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.PlatformException;
import io.meshgauge.platform.Wait;
import io.meshgauge.probe.proxy.ProxyProbe;
import io.meshgauge.run.session.RunException;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.PolicyPush;
import io.meshgauge.topology.ProxyProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A policy is pushed to the proxies before all services, or taken back from them: a rule by which
 * our own question is refused. Connections that were open end when their proxy finds the time.
 */
public final class PolicyUpdate implements Fault {
  private static final Wait IN_FORCE = new Wait(Duration.ofSeconds(60), Duration.ofMillis(20));

  private final Deployment deployment;
  private final ProxyProbe probe;
  private final PolicyUpdateProof proof;
  private final boolean added;
  private final List<PolicyPush> pushes;
  private final Map<String, Address> admin;

  /**
   * A push.
   *
   * @param probe says what the proxies enforce
   * @param proof asks them afterwards
   * @param added whether the rule is pushed, and not taken back
   * @throws RunException when the arm takes no other policy
   */
  public PolicyUpdate(
      Deployment deployment, ProxyProbe probe, PolicyUpdateProof proof, boolean added) {
    this.deployment = deployment;
    this.probe = probe;
    this.proof = proof;
    this.added = added;
    this.pushes = deployment.dataPlane().changes().policies();
    this.admin =
        deployment.dataPlane().proxies().stream()
            .collect(Collectors.toMap(ProxyProcess::name, ProxyProcess::admin));
    if (pushes.isEmpty()) {
      throw new PlatformException(
          "no proxy of the arm takes another policy while it runs; expected some that do");
    }
  }

  @Override
  public String victim() {
    return "%s %d proxies".formatted(added ? "a rule more for" : "a rule less for", pushes.size());
  }

  @Override
  public void carryOut() {
    deployment.replace(pushes.stream().map(push -> added ? push.changed() : push.usual()).toList());
    Map<String, String> late = new TreeMap<>();
    IN_FORCE.untilEach(
        pushes,
        push -> enforces(push, late),
        () -> "a policy was pushed, and not all proxies enforce it: " + late);
  }

  private boolean enforces(PolicyPush push, Map<String, String> late) {
    String due = added ? PolicyPush.CHANGED : PolicyPush.USUAL;
    Address page = Objects.requireNonNull(admin.get(push.proxy()), push.proxy());
    String found =
        probe
            .control(deployment.dataPlane())
            .listenerVersions(probe.pages(page))
            .getOrDefault(push.listener(), "none");
    late.put(push.proxy(), found);
    if (found.equals(due)) {
      late.remove(push.proxy());
      return true;
    }
    return false;
  }

  @Override
  public List<Evidence> afterwards() {
    return proof.evidence(added);
  }
}
