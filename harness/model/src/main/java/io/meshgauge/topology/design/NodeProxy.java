package io.meshgauge.topology.design;

import java.util.Optional;

/**
 * A proxy of which every node has one, for the pods of everybody: part of a data plane, in a
 * namespace of its own.
 *
 * @param name one word, for example {@code ztunnel}
 * @param label name of a label that its pods have, wherever on the cluster they are
 * @param value of the label
 * @param container of its pods in which the proxy runs
 * @param page port of the page with its counters, on the pod's loopback device
 * @param serves the mark of a pod that it serves; empty where it serves every caller, from whatever
 *     node
 */
public record NodeProxy(
    String name, String label, String value, String container, int page, Optional<Mark> serves) {
  /** Stands between its name and that of its node. */
  public static final String AT = "@";

  /** What the one of a node is called, for example {@code ztunnel@worker-1}. */
  public String on(String node) {
    return name + AT + node;
  }

  /** What all of them are called together, from the name of one; others keep their name. */
  public static String together(String name) {
    return name.replaceFirst(AT + ".*$", "");
  }

  /**
   * What a mesh writes on a pod once it has it.
   *
   * @param annotation its name
   * @param value what it says then
   * @param words what that means, for example {@code its traffic is redirected to the node's
   *     ztunnel}
   * @param remedy what to look at when it is not there
   */
  public record Mark(String annotation, String value, String words, String remedy) {}
}
