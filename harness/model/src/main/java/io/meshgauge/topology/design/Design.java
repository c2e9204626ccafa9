package io.meshgauge.topology.design;

import io.meshgauge.topology.Site;
import io.meshgauge.topology.plane.DataPlane;
import java.util.List;

/** How one variant of a mesh is set up; a platform uses the form that it understands. */
public interface Design {

  /** The proxies on this machine, for the addresses of a site. */
  DataPlane local(Site site);

  /** The manifests on a cluster, and what they make of its pods. */
  ClusterDesign kubernetes();

  /**
   * Objects on a cluster, in YAML, that deny the request of our own clients before every service,
   * and no request of the load; empty where there are none.
   *
   * @param path of the request
   */
  default List<String> denial(String path) {
    return List.of();
  }
}
