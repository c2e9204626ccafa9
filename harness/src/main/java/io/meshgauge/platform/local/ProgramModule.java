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
 * @param built output of the program about its build
 */
record ProgramModule(Program program, ModuleSpec module, Function<Path, String> built)
    implements Program {

  /** The module, by the output of the program. */
  ProgramModule(Program program, ModuleSpec module) {
    this(program, module, file -> Programs.said(file, module.option()));
  }

  /** The file to load; the program itself where the module is built in. */
  @Override
  public Optional<Path> present() {
    return program.present().flatMap(this::of);
  }

  private Optional<Path> of(Path file) {
    return module.file(file, built.apply(file));
  }

  @Override
  public Optional<String> obstacle() {
    // The product reports a missing program itself.
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
