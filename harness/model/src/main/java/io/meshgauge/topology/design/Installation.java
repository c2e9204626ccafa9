package io.meshgauge.topology.design;

import io.meshgauge.topology.design.ControlPlane.Resource;
import java.util.ArrayList;
import java.util.List;

/**
 * How a mesh's own tool puts it on a cluster, and takes it away.
 *
 * @param program the vendor's tool, for example {@code istioctl}
 * @param contextOption the tool's option that names the context of the kubeconfig
 * @param installing what the tool is asked, one after the other
 * @param removing what the tool is asked to take all of it away
 * @param version what the tool is asked for its version
 * @param namespace where it is put
 * @param groups the API groups of its own objects end in one of these, for example {@code istio.io}
 * @param needed kinds of objects that must be known before, since the tool does not bring them
 * @param written what the control plane writes by itself, and the tool leaves
 */
public record Installation(
    String program,
    String contextOption,
    List<Call> installing,
    List<Call> removing,
    List<String> version,
    String namespace,
    List<String> groups,
    List<Resource> needed,
    List<Written> written) {
  public Installation {
    installing = List.copyOf(installing);
    removing = List.copyOf(removing);
    version = List.copyOf(version);
    groups = List.copyOf(groups);
    needed = List.copyOf(needed);
    written = List.copyOf(written);
  }

  /** Where a control plane writes objects of a kind. */
  public enum Scope {
    /** They belong to no namespace. */
    CLUSTER,
    /** In the namespace of {@link Installation#namespace}, which may have been there before. */
    OWN_NAMESPACE,
    /** One in every namespace. */
    EVERY_NAMESPACE
  }

  /**
   * Objects that a running control plane writes, and writes again when they are deleted.
   *
   * @param kind of the objects; the group is empty for Kubernetes' own
   * @param scope where they are
   * @param names what they are called; one that ends in {@code *} stands for all that begin so
   */
  public record Written(Resource kind, Scope scope, List<String> names) {
    public Written {
      names = List.copyOf(names);
    }

    /** Whether an object of this kind, in this scope, is one of these by its name. */
    public boolean matches(String name) {
      return names.stream()
          .anyMatch(
              it ->
                  it.endsWith("*")
                      ? name.startsWith(it.substring(0, it.length() - 1))
                      : name.equals(it));
    }
  }

  /**
   * A call of the tool.
   *
   * @param arguments its words
   * @param printing whether it changes nothing itself and prints objects, which are then applied,
   *     or when it removes deleted
   * @param takesValues whether it takes a file of values, as {@code -f FILE}
   */
  public record Call(List<String> arguments, boolean printing, boolean takesValues) {
    public Call {
      arguments = List.copyOf(arguments);
    }

    /** A call that does it by itself, after the values of a file if there is one. */
    public static Call doing(String... arguments) {
      return new Call(List.of(arguments), false, true);
    }

    /** A call that does it by itself and takes no values. */
    public static Call plainly(String... arguments) {
      return new Call(List.of(arguments), false, false);
    }

    /** A call that prints objects, after the values of a file if there is one. */
    public static Call printing(String... arguments) {
      return new Call(List.of(arguments), true, true);
    }

    /** A call that prints objects and takes no values. */
    public static Call printingPlainly(String... arguments) {
      return new Call(List.of(arguments), true, false);
    }
  }

  /**
   * The whole command line of a call.
   *
   * @param context of the kubeconfig
   * @param values the file of values; empty where there is none
   */
  public List<String> command(Call call, String context, String values) {
    List<String> all = new ArrayList<>();
    all.add(program);
    all.addAll(call.arguments());
    all.addAll(List.of(contextOption, context));
    if (call.takesValues() && !values.isEmpty()) {
      all.addAll(List.of("-f", values));
    }
    return all;
  }
}
