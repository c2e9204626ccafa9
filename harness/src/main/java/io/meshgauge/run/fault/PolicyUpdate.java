package io.meshgauge.run.fault;

import io.meshgauge.evidence.policy.PolicyUpdateProof;
import io.meshgauge.experiment.Evidence;
import io.meshgauge.platform.Deployment;
import io.meshgauge.platform.Wait;
import io.meshgauge.probe.proxy.ProxyProbe;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.plane.PolicyPush;
import io.meshgauge.topology.plane.ProxyProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Adds a policy rule to the proxies in front of all services, or removes it; the rule denies the
 * probe's own request. Each proxy closes open connections at a time of its own choice.
 */
public final class PolicyUpdate implements Fault {
  private static final Wait ENFORCEMENT_TIMEOUT =
      new Wait(Duration.ofSeconds(60), Duration.ofMillis(20));

  private final Deployment deployment;
  private final ProxyProbe probe;
  private final PolicyUpdateProof proof;
  private final boolean added;
  private final List<PolicyPush> pushes;
  private final Map<String, Address> admin;

  /**
   * @param probe reads the rules that proxies enforce
   * @param proof sends the request after the window
   * @param added true to add the rule, false to remove it
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
  }

  @Override
  public String victim() {
    return "%s %d proxies".formatted(added ? "a rule more for" : "a rule less for", pushes.size());
  }

  @Override
  public void carryOut() {
    deployment.changePolicy(added);
    Map<String, String> late = new TreeMap<>();
    ENFORCEMENT_TIMEOUT.untilEach(
        pushes,
        push -> enforces(push, late),
        () -> "a policy was pushed, but not all proxies enforce it: " + late);
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
