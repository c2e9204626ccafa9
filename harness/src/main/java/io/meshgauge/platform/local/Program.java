package io.meshgauge.platform.local;

import io.meshgauge.platform.PlatformException;
import java.nio.file.Path;
import java.util.Optional;

/** A program of another project that is run beside the services: where it is had from. */
interface Program {

  /**
   * The program, if it is here already; fetches nothing.
   *
   * @throws PlatformException when the user names something that cannot be run
   */
  Optional<Path> present();

  /** What has to be done by hand; empty when it is here, or obtaining it can be tried. */
  Optional<String> obstacle();

  /**
   * The program, fetched if it must be and can be.
   *
   * @throws PlatformException saying what was looked for where, and what to do
   */
  Path obtain();
}
