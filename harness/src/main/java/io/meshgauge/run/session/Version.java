package io.meshgauge.run.session;

/** Version of the harness, from the manifest of its jar. */
public final class Version {
  private Version() {}

  public static String current() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "0.1.0-SNAPSHOT" : version;
  }
}
