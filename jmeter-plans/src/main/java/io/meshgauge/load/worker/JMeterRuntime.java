package io.meshgauge.load.worker;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.jmeter.JMeter;
import org.apache.jmeter.control.ReplaceableController;
import org.apache.jmeter.engine.StandardJMeterEngine;
import org.apache.jmeter.exceptions.IllegalUserActionException;
import org.apache.jmeter.gui.tree.JMeterTreeModel;
import org.apache.jmeter.gui.tree.JMeterTreeNode;
import org.apache.jmeter.save.SaveService;
import org.apache.jmeter.services.FileServer;
import org.apache.jmeter.util.JMeterUtils;
import org.apache.jmeter.util.NameUpdater;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.SearchByClass;

/**
 * Runs JMeter in this process without an installation. Only this class changes JMeter's
 * process-wide state (properties, home folder, locale, engine). One per process.
 */
public final class JMeterRuntime {

  private static final List<String> HOME_FILES =
      List.of("jmeter.properties", "saveservice.properties", "upgrade.properties");

  private static final String HTTP_CONVERTERS = "_org.apache.jmeter.protocol.http.";

  private JMeterRuntime() {}

  /**
   * Starts JMeter with these properties, like {@code -Jname=value} on its command line.
   *
   * @throws UncheckedIOException if the temporary folder cannot be written
   */
  public static JMeterRuntime start(Map<String, String> properties) {
    try {
      InMemoryPreferences.install();
      Path home = Files.createTempDirectory("meshgauge-jmeter");
      try {
        lay(home);
        // Otherwise errors open dialogs, and a failed stop exits the process.
        System.setProperty("JMeter.NonGui", "true");
        JMeterUtils.setJMeterHome(home.toString());
        JMeterUtils.loadJMeterProperties(home.resolve("bin/jmeter.properties").toString());
        JMeterUtils.setLocale(Locale.ENGLISH);
        JMeterUtils.setProperty("jmeterengine.stopfail.system.exit", "false");
        properties.forEach(JMeterUtils::setProperty);
        // Both read their files from the home folder, which is deleted next.
        SaveService.loadProperties();
        NameUpdater.getCurrentName("");
      } finally {
        delete(home);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new JMeterRuntime();
  }

  private static void lay(Path home) throws IOException {
    Path bin = Files.createDirectories(home.resolve("bin"));
    for (String name : HOME_FILES) {
      try (InputStream packed = JMeter.class.getResourceAsStream("/bin/" + name)) {
        if (packed == null) {
          throw new NoSuchFileException(
              "bin/" + name, null, "not on the class path; add the jar ApacheJMeter_config");
        }
        Files.write(bin.resolve(name), usable(packed));
      }
    }
  }

  /** The lines of a property file without converters whose classes are absent. */
  private static List<String> usable(InputStream packed) {
    return new BufferedReader(new InputStreamReader(packed, StandardCharsets.ISO_8859_1))
        .lines()
        .filter(line -> !line.startsWith(HTTP_CONVERTERS) || isPresent(line.substring(1)))
        .toList();
  }

  /** Whether the class of a converter's line exists; stock components are not always there. */
  private static boolean isPresent(String line) {
    String name = line.substring(0, Math.max(0, line.indexOf('=')));
    try {
      Class.forName(name, false, JMeterRuntime.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }

  private static void delete(Path home) throws IOException {
    try (Stream<Path> files = Files.walk(home)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /**
   * Reads a plan, without its disabled elements and with what its Module Controllers run.
   *
   * @throws IllegalArgumentException if the file does not exist or is not a plan
   */
  public HashTree load(Path plan) {
    File file = plan.toFile();
    if (!file.isFile()) {
      throw new IllegalArgumentException("There is no plan file " + plan.toAbsolutePath() + ".");
    }
    try {
      // Files that the plan names are relative to it.
      FileServer.getFileServer().setBaseForScript(file.getAbsoluteFile());
      HashTree tree = SaveService.loadTree(file);
      resolveModules(tree);
      return JMeter.convertSubTree(tree, true);
    } catch (IOException | IllegalUserActionException | RuntimeException e) {
      throw new IllegalArgumentException("Plan " + plan + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** Module Controllers find what they run by the names in the tree, disabled or not. */
  // The other constructor makes forms, which need a display; JMeter's own command line uses this
  // one.
  @SuppressWarnings("deprecation")
  private static void resolveModules(HashTree tree) throws IllegalUserActionException {
    SearchByClass<ReplaceableController> modules = new SearchByClass<>(ReplaceableController.class);
    tree.traverse(modules);
    if (modules.getSearchResults().isEmpty()) {
      return;
    }
    JMeterTreeModel model = new JMeterTreeModel(new Object());
    JMeterTreeNode root = (JMeterTreeNode) model.getRoot();
    model.addSubTree(tree, root);
    modules.getSearchResults().forEach(module -> module.resolveReplacementSubTree(root));
  }

  /** Runs a plan to its end in the calling thread. */
  public void run(HashTree plan) {
    engine(plan).run();
  }

  /** An engine for a plan, to be run in a thread of its own. */
  public StandardJMeterEngine engine(HashTree plan) {
    StandardJMeterEngine engine = new StandardJMeterEngine();
    engine.configure(plan);
    return engine;
  }
}
