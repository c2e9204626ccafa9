package io.meshgauge.topology;

/** How one variant of a mesh is set up; a platform uses the form that it understands. */
public interface Design {

  /** The proxies on this machine, for the addresses of a site. */
  DataPlane local(Site site);

  /** The manifests on a cluster, and what they make of its pods. */
  ClusterDesign kubernetes();
}
