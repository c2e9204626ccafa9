package io.meshgauge.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An installation with three plans, in a folder of the test. */
public final class SampleHome {
  private SampleHome() {}

  /** Creates the plan files below the folder. */
  public static Path in(Path folder) throws IOException {
    Path plans = Files.createDirectories(folder.resolve("jmeter-plans/src/main/jmx"));
    for (String plan : new String[] {"baseline", "stress", "stages"}) {
      Files.writeString(plans.resolve(plan + ".jmx"), "<jmeterTestPlan/>");
    }
    return folder;
  }
}
