package io.meshgauge.load.guard;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nothing reaches an address that was not named, however a client tries. */
@Tag("serial")
@Timeout(120)
class NetworkGuardTest {
  private static final String TO_ENTRY =
      "<stringProp name=\"HTTPSampler.domain\">${__P(host)}</stringProp><stringProp name=\"HTTPSampler.port\">${__P(port)}</stringProp>";

  private static final String MODULE =
      """
      <ModuleController guiclass="ModuleControllerGui" testclass="ModuleController" testname="call">
        <collectionProp name="ModuleController.node_path"><stringProp name="0">WorkBench</stringProp><stringProp name="1">plan</stringProp><stringProp name="2">group</stringProp><stringProp name="3">steps</stringProp></collectionProp>
      </ModuleController><hashTree/>
      <GenericController guiclass="LogicControllerGui" testclass="GenericController" testname="steps" enabled="false"/><hashTree>
      """;

  @TempDir Path folder;
  private final AtomicInteger strangers = new AtomicInteger();
  private HttpServer entry;
  private ServerSocket foreign;

  @BeforeEach
  void serve() throws IOException {
    foreign = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread counter = new Thread(this::count);
    counter.setDaemon(true);
    counter.start();
    entry = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 50);
    entry.createContext(
        "/",
        exchange -> {
          boolean moved = exchange.getRequestURI().getPath().startsWith("/moved");
          exchange.getResponseHeaders().add("Location", address());
          exchange.getResponseHeaders().add("Content-Type", "text/html");
          byte[] page =
              "<html><img src=\"%1$s/x.png\"><script src=\"%1$s/x.js\"></script></html>"
                  .formatted(address())
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(moved ? 302 : 200, page.length);
          try (OutputStream body = exchange.getResponseBody()) {
            body.write(page);
          }
        });
    entry.start();
  }

  @AfterEach
  void end() throws IOException {
    entry.stop(0);
    foreign.close();
  }

  private void count() {
    while (true) {
      try {
        foreign.accept().close();
        strangers.incrementAndGet();
      } catch (IOException e) {
        return;
      }
    }
  }

  private String address() {
    return "http://127.0.0.1:" + foreign.getLocalPort();
  }

  @Test
  void everyKindOfClientReachesTheEntryAndNothingElse() throws Exception {
    List<String> said = run(Map.of());

    assertThat(said)
        .filteredOn(line -> line.contains(", entry: "))
        .hasSize(9)
        .allMatch(line -> line.endsWith(": sent"));
    assertThat(said)
        .filteredOn(line -> line.contains(", foreign: "))
        .hasSize(9)
        .allMatch(line -> line.endsWith(": refused"));
    assertThat(said).contains("name: refused", "program: refused");
    assertThat(said)
        .filteredOn(line -> line.startsWith("first refusal: "))
        .singleElement()
        .asString()
        .contains("127.0.0.1:" + foreign.getLocalPort())
        .contains("Expected only 127.0.0.1:" + entry.getAddress().getPort());
    assertThat(strangers).hasValue(0);
  }

  @Test
  void noFieldOfAPlanLeadsElsewhere() throws Exception {
    Map<String, String> plans = plans();

    List<String> said = run(plans);

    assertThat(said)
        .filteredOn(line -> line.matches("\\S+\\.jmx: refused \\d+"))
        .hasSameSizeAs(plans.keySet())
        .noneMatch(line -> line.endsWith(": refused 0"));
    assertThat(strangers).as("connections at the foreign port").hasValue(0);
  }

  /** Plans that lead to the foreign port, each by another field, with every implementation. */
  private Map<String, String> plans() {
    String port = Integer.toString(foreign.getLocalPort());
    Map<String, String> bodies = new LinkedHashMap<>();
    for (String client : List.of("HttpClient4", "Java")) {
      String implementation = property("HTTPSampler.implementation", client);
      bodies.put(
          "domain-" + client,
          sampler(
              implementation
                  + property("HTTPSampler.domain", "127.0.0.1")
                  + property("HTTPSampler.port", port)));
      bodies.put(
          "path-" + client,
          sampler(implementation + property("HTTPSampler.path", address() + "/x")));
      bodies.put(
          "proxy-" + client,
          sampler(
              implementation
                  + TO_ENTRY
                  + property("HTTPSampler.proxyHost", "127.0.0.1")
                  + property("HTTPSampler.proxyPort", port)));
      for (String follow : List.of("follow_redirects", "auto_redirects")) {
        bodies.put(
            "redirect-" + follow + "-" + client,
            sampler(
                implementation
                    + TO_ENTRY
                    + property("HTTPSampler.path", "/moved")
                    + flag("HTTPSampler." + follow)));
      }
      for (String at : List.of("", flag("HTTPSampler.concurrentDwn"))) {
        bodies.put(
            "embedded-" + (at.isEmpty() ? "" : "concurrent-") + client,
            sampler(implementation + TO_ENTRY + flag("HTTPSampler.image_parser") + at));
      }
      bodies.put(
          "defaults-" + client,
          defaults(property("HTTPSampler.domain", "127.0.0.1") + property("HTTPSampler.port", port))
              + sampler(implementation));
      bodies.put(
          "default-proxy-" + client,
          defaults(
                  property("HTTPSampler.proxyHost", "127.0.0.1")
                      + property("HTTPSampler.proxyPort", port))
              + sampler(implementation + TO_ENTRY));
      bodies.put(
          "property-" + client,
          sampler(implementation + property("HTTPSampler.path", "http://${__P(foreign)}/x")));
    }
    bodies.putAll(scripts(port));
    Map<String, String> plans = new LinkedHashMap<>();
    bodies.forEach((name, body) -> plans.put(name, plan(body)));
    return plans;
  }

  private Map<String, String> scripts(String port) {
    Map<String, String> bodies = new LinkedHashMap<>();
    bodies.put("script", script("new URL('" + address() + "').text"));
    bodies.put("script-program", script("['true'].execute().waitFor()"));
    bodies.put("script-name", script("InetAddress.getByName('other.example.com')"));
    bodies.put(
        "script-datagram",
        script(
            "new DatagramSocket().send(new DatagramPacket(new byte[1], 1, InetAddress.getByName('127.0.0.1'), "
                + port
                + "))"));
    // Run by a module only; the controller itself is disabled.
    bodies.put(
        "module",
        MODULE
            + sampler(
                property("HTTPSampler.domain", "127.0.0.1") + property("HTTPSampler.port", port))
            + "</hashTree>");
    bodies.put(
        "function",
        sampler(
            property("HTTPSampler.path", "/${__groovy(new URL('" + address() + "').text)}")
                + TO_ENTRY));
    return bodies;
  }

  private static String property(String name, String value) {
    return "<stringProp name=\"%s\">%s</stringProp>".formatted(name, value);
  }

  private static String flag(String name) {
    return "<boolProp name=\"%s\">true</boolProp>".formatted(name);
  }

  private static String sampler(String properties) {
    return "<HTTPSamplerProxy guiclass=\"HttpTestSampleGui\" testclass=\"HTTPSamplerProxy\" testname=\"get\"><elementProp name=\"HTTPsampler.Arguments\" elementType=\"Arguments\"><collectionProp name=\"Arguments.arguments\"/></elementProp><stringProp name=\"HTTPSampler.method\">GET</stringProp>%s</HTTPSamplerProxy><hashTree/>"
        .formatted(properties);
  }

  private static String defaults(String properties) {
    return "<ConfigTestElement guiclass=\"HttpDefaultsGui\" testclass=\"ConfigTestElement\" testname=\"defaults\">%s</ConfigTestElement><hashTree/>"
        .formatted(properties);
  }

  private static String script(String groovy) {
    return "<JSR223Sampler guiclass=\"TestBeanGUI\" testclass=\"JSR223Sampler\" testname=\"script\">%s%s</JSR223Sampler><hashTree/>"
        .formatted(property("scriptLanguage", "groovy"), property("script", groovy));
  }

  private static String plan(String body) {
    return """
        <?xml version="1.0" encoding="UTF-8"?>
        <jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3"><hashTree>
          <TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="plan"/><hashTree>
            <ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="group">
              <stringProp name="ThreadGroup.on_sample_error">continue</stringProp>
              <elementProp name="ThreadGroup.main_controller" elementType="LoopController"><boolProp name="LoopController.continue_forever">false</boolProp><stringProp name="LoopController.loops">1</stringProp></elementProp>
              <stringProp name="ThreadGroup.num_threads">1</stringProp><stringProp name="ThreadGroup.ramp_time">0</stringProp>
            </ThreadGroup><hashTree>%s</hashTree>
          </hashTree></hashTree></jmeterTestPlan>
        """
        .formatted(body);
  }

  private List<String> run(Map<String, String> plans) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-javaagent:" + agent(),
                "-cp",
                System.getProperty("java.class.path"),
                GuardedClients.class.getName(),
                Integer.toString(entry.getAddress().getPort()),
                Integer.toString(foreign.getLocalPort())));
    for (Map.Entry<String, String> plan : plans.entrySet()) {
      command.add(
          Files.writeString(folder.resolve(plan.getKey() + ".jmx"), plan.getValue()).toString());
    }
    Path log = folder.resolve("log.txt");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    boolean ended = process.waitFor(40, TimeUnit.SECONDS);
    process.destroyForcibly();
    assertThat(ended).as(() -> text(log)).isTrue();
    List<String> said = Files.readAllLines(log);
    assertThat(process.exitValue()).as(String.join("\n", said)).isZero();
    return said;
  }

  private static String text(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** As the build makes it: the classes are on the class path here. */
  private Path agent() throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest
        .getMainAttributes()
        .put(new Attributes.Name("Premain-Class"), NetworkAgent.class.getName());
    manifest.getMainAttributes().put(new Attributes.Name("Can-Retransform-Classes"), "true");
    Path jar = folder.resolve("agent.jar");
    new JarOutputStream(Files.newOutputStream(jar), manifest).close();
    return jar;
  }
}
