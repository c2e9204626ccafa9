package io.meshgauge.topology;

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
 */
public record Installation(
    String program,
    String contextOption,
    List<Call> installing,
    List<Call> removing,
    List<String> version,
    String namespace,
    List<String> groups) {
  public Installation {
    installing = List.copyOf(installing);
    removing = List.copyOf(removing);
    version = List.copyOf(version);
    groups = List.copyOf(groups);
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
