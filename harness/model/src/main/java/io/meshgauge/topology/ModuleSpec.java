package io.meshgauge.topology;

import java.nio.file.Path;
import java.util.Optional;

/** A module of a program, which may be built into it, be a file of its own, or be absent. */
public interface ModuleSpec {

  /** The name by which a product asks for it, for example {@code nginx-stream}. */
  String name();

  /** The option with which the program says how it was built. */
  String option();

  /**
   * The module of an installed program.
   *
   * @param built what the program says of how it was built
   * @return the file to be loaded; the program itself where the module is built in; empty when it
   *     is not there
   */
  Optional<Path> file(Path program, String built);

  /** What is missing, and how to get it. */
  String missing(Path program);
}
