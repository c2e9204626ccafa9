package io.meshgauge.experiment.change;

import io.meshgauge.text.Messages;

/** What a pod that starts reaches, in the usual order; an arm without a proxy lacks that step. */
public enum StartStep {
  /** The API server has the pod; a mesh that injects a proxy has done so. */
  CREATED,
  /** The pod has a node. */
  SCHEDULED,
  /** Its init containers are done. */
  INITIALISED,
  /** The kubelet reports the proxy ready. */
  PROXY_READY,
  /** The kubelet reports that the service runs. */
  SERVICE_RUNNING,
  /** The kubelet reports the service ready. */
  SERVICE_READY,
  /** It has answered a request, encrypted where the arm promises that. */
  ANSWERED;

  /** Its name in tables. */
  public String title() {
    return Messages.of("table.start", this);
  }
}
