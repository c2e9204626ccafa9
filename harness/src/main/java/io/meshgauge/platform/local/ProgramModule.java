package io.meshgauge.platform.local;

import io.meshgauge.platform.PlatformException;
import io.meshgauge.topology.ModuleSpec;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * A module of an installed program.
 *
 * @param program the program
 * @param module how it is found
 * @param built what a program says of how it was built
 */
record ProgramModule(Program program, ModuleSpec module, Function<Path, String> built)
    implements Program {

  /** The module of a program that is asked. */
  ProgramModule(Program program, ModuleSpec module) {
    this(program, module, file -> Programs.said(file, module.option()));
  }

  /** The file to be loaded; the program itself where the module is in it. */
  @Override
  public Optional<Path> present() {
    return program.present().flatMap(this::of);
  }

  private Optional<Path> of(Path file) {
    return module.file(file, built.apply(file));
  }

  @Override
  public Optional<String> obstacle() {
    // A missing program is reported by the product's own need of it.
    return program.present().filter(file -> of(file).isEmpty()).map(module::missing);
  }

  @Override
  public Path obtain() {
    return present()
        .orElseThrow(
            () ->
                new PlatformException(
                    obstacle().or(program::obstacle).orElse("no " + module.name())));
  }
}
