package io.meshgauge.config;

import io.meshgauge.config.application.ApplicationFile;
import io.meshgauge.run.session.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** An installation with three plans, in a folder of the test. */
public final class SampleHome {
  private SampleHome() {}

  /** Creates the plan files below the folder. */
  public static Path in(Path folder) throws IOException {
    Path plans = Files.createDirectories(folder.resolve("jmeter-plans/src/main/jmx"));
    for (String plan : new String[] {"steady", "stress", "stages"}) {
      Files.writeString(plans.resolve(plan + ".jmx"), "<jmeterTestPlan/>");
    }
    application(folder);
    return folder;
  }

  /** Creates the file of the sample services below the folder. */
  public static void application(Path folder) throws IOException {
    Path application = Files.createDirectories(folder.resolve("sample-services"));
    Files.copy(
        ProjectLayout.find().root().resolve(ApplicationFile.DEFAULT),
        application.resolve("application.yaml"),
        StandardCopyOption.REPLACE_EXISTING);
  }
}
