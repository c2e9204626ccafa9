package io.meshgauge.platform.kubernetes;

import io.fabric8.kubernetes.api.model.Pod;
import io.meshgauge.platform.Order;
import io.meshgauge.platform.Teardown;
import io.meshgauge.platform.kubernetes.api.ApiServer;
import io.meshgauge.platform.kubernetes.application.AttachedApplication;
import java.util.ArrayList;
import java.util.List;

/**
 * An application that runs already, in a namespace of its owner, which is only read. The load
 * workers run in the experiment's.
 */
final class AttachedDeployment extends KubernetesDeployment {
  private final AttachedApplication application;
  private final List<Pod> found;

  AttachedDeployment(
      KubernetesSession session,
      Order order,
      AttachedApplication application,
      Teardown.Action last) {
    this(session, order, application, application.pods(order.topology()), last);
  }

  private AttachedDeployment(
      KubernetesSession session,
      Order order,
      AttachedApplication application,
      List<Pod> found,
      Teardown.Action last) {
    super(
        session,
        order,
        order.design().kubernetes().attached().orElseThrow(),
        application.namespace(),
        application.facts(order.topology(), found),
        last);
    this.application = application;
    this.found = found;
  }

  /** Starts only the load's own objects. */
  @Override
  void start() {
    session.namespace().label(application.enrolment(design.namespaceLabels()));
    applied.apply(session.manifests().load(entries().values().iterator().next()));
    enterServices(found);
  }

  @Override
  List<Pod> servingPods() {
    List<Pod> serving = new ArrayList<>(super.servingPods());
    serving.addAll(
        ApiServer.ask("the application's pods", () -> application.pods(order.topology())));
    return serving;
  }
}
