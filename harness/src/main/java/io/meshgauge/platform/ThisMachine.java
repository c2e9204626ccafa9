package io.meshgauge.platform;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/** The machine the harness runs on, shared by the system under load, its load and its observers. */
public interface ThisMachine {

  /**
   * Starts a program the harness talks with, such as the load worker, which ends with the harness.
   *
   * @param log file that its standard error is appended to
   */
  Process converse(List<String> command, Path folder, Path log);

  /**
   * A program that was asked for beforehand, for example {@code iperf3}.
   *
   * @throws PlatformException when it is not here
   */
  Path program(String name);

  /** Makes threads that look on while load runs, and give way to it where the system lets them. */
  ThreadFactory observers();

  /**
   * Gives the load worker precedence over the system under load on the processors they share, where
   * the system can: so that a request is sent when it is due, however busy its server is. To be
   * called when all is ready.
   *
   * @param worker process id of the load worker
   */
  void yieldTo(long worker);
}
