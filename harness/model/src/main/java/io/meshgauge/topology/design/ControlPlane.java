package io.meshgauge.topology.design;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What of a mesh must be on a cluster before a variant of it can run there. It is installed by the
 * mesh's own tool.
 *
 * @param name one word, for example {@code istio}
 * @param title what the product is called
 * @param components its workloads on the cluster; the image of the first says its version
 * @param resources the kinds of objects of its own that variants apply
 * @param conditions how it must have been set up
 * @param install the vendor's command that installs it so
 * @param network whether it is the network of the whole cluster, which carries every arm of a
 *     session and not only those that name it
 * @param witnesses what it says of each pod and each node once it carries their traffic
 * @param installation how the harness can have it installed; null where that is left to people
 */
public record ControlPlane(
    String name,
    String title,
    List<Component> components,
    List<Resource> resources,
    List<Condition> conditions,
    String install,
    boolean network,
    List<Witness> witnesses,
    @Nullable Installation installation) {

  public ControlPlane {
    components = List.copyOf(components);
    resources = List.copyOf(resources);
    conditions = List.copyOf(conditions);
    witnesses = List.copyOf(witnesses);
  }

  /** What of a mesh must be there that carries the traffic of its own pods only. */
  public ControlPlane(
      String name,
      String title,
      List<Component> components,
      List<Resource> resources,
      List<Condition> conditions,
      String install) {
    this(name, title, components, resources, conditions, install, false, List.of(), null);
  }

  /** The same as the network of the cluster, which says something of pods and nodes. */
  public ControlPlane asNetwork(List<Witness> saying) {
    return new ControlPlane(
        name, title, components, resources, conditions, install, true, saying, installation);
  }

  /** The same, which the harness can have installed. */
  public ControlPlane installedBy(Installation tool) {
    return new ControlPlane(
        name, title, components, resources, conditions, install, network, witnesses, tool);
  }

  /** The same, of whose kinds of objects more are applied. */
  public ControlPlane applying(List<Resource> more) {
    List<Resource> all = Stream.concat(resources.stream(), more.stream()).toList();
    return new ControlPlane(
        name, title, components, all, conditions, install, network, witnesses, installation);
  }

  /** The same, which must say more of itself. */
  public ControlPlane onlyIf(List<Condition> more) {
    List<Condition> all = Stream.concat(conditions.stream(), more.stream()).toList();
    return new ControlPlane(
        name, title, components, resources, all, install, network, witnesses, installation);
  }

  /** Whether pods can be in the mesh for a while without what configures them being at work. */
  public boolean pausable() {
    return !network && components.stream().anyMatch(it -> it.kind() == Kind.DEPLOYMENT);
  }

  /** How a component runs. */
  public enum Kind {
    /** Some pods of which one is enough. */
    DEPLOYMENT("deployment"),
    /** A pod on every node. */
    DAEMON_SET("daemon set");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /** In words. */
    public String words() {
      return words;
    }
  }

  /**
   * A workload of the mesh, wherever it is on the cluster.
   *
   * @param kind how it runs
   * @param label name of a label that it has
   * @param value of the label
   * @param task what it does, for example {@code configures the sidecars}
   */
  public record Component(Kind kind, String label, String value, String task) {
    @Override
    public String toString() {
      return "%s labelled %s=%s, which %s".formatted(kind.words(), label, value, task);
    }
  }

  /**
   * A kind of object that the API server must know.
   *
   * @param group API group, for example {@code networking.istio.io}
   * @param version of the group
   * @param plural for example {@code destinationrules}
   */
  public record Resource(String group, String version, String plural) {
    @Override
    public String toString() {
      return "%s of %s/%s".formatted(plural, group, version);
    }
  }

  /**
   * Something an object of the cluster must say.
   *
   * @param version API version of the object, for example {@code v1}; several, parted by commas,
   *     where it may be served under any of them
   * @param kind of the object
   * @param namespace of the object; empty where it has none
   * @param object its name
   * @param pointer where to look in it (JSON pointer, RFC 6901)
   * @param value what must stand there, or be in the list that stands there
   * @param words what that means
   * @param remedy what to do when it is not so
   * @param unwanted whether the value must stand anywhere but there
   */
  public record Condition(
      String version,
      String kind,
      String namespace,
      String object,
      String pointer,
      String value,
      String words,
      String remedy,
      boolean unwanted) {

    /** Something that must stand there. */
    public Condition(
        String version,
        String kind,
        String namespace,
        String object,
        String pointer,
        String value,
        String words,
        String remedy) {
      this(version, kind, namespace, object, pointer, value, words, remedy, false);
    }

    /** The API versions under which the object may be served. */
    public List<String> versions() {
      return List.of(version.split(","));
    }
  }

  /** Whom a witness speaks of. */
  public enum Subject {
    /** A pod: the object is called as the pod is, in its namespace. */
    POD("pod"),
    /** A node: the object is called as the node is. */
    NODE("node");

    private final String words;

    Subject(String words) {
      this.words = words;
    }

    /** In words. */
    public String words() {
      return words;
    }
  }

  /**
   * An object of the cluster by which a mesh says that it carries the traffic of a pod, or of a
   * node.
   *
   * @param resource the kind of the object
   * @param kind the same as a word, for example {@code CiliumEndpoint}
   * @param subject whom it is called after
   * @param pointer where to look in it (JSON pointer, RFC 6901)
   * @param value what must stand there; empty where anything will do but nothing and 0
   * @param words what that means
   */
  public record Witness(
      Resource resource,
      String kind,
      Subject subject,
      String pointer,
      String value,
      String words) {}
}
