package io.meshgauge.platform.local.program;

import io.meshgauge.platform.PlatformException;
import java.nio.file.Path;
import java.util.Optional;

/** A program that is run in addition to the services, and where to get it. */
interface Program {

  /**
   * The program, if it is available; fetches nothing.
   *
   * @throws PlatformException when the user names a program that cannot be run
   */
  Optional<Path> present();

  /** Manual steps that are needed; empty when it is available or can be fetched. */
  Optional<String> obstacle();

  /** The version of a file of it. */
  String version(Path file);

  /**
   * The program, fetched if necessary.
   *
   * @throws PlatformException saying what was looked for where, and what to do
   */
  default Path obtain() {
    return present().orElseThrow(() -> new PlatformException(obstacle().orElseThrow()));
  }
}
