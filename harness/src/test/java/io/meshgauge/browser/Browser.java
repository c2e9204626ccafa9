package io.meshgauge.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.meshgauge.platform.local.machine.Ports;
import io.meshgauge.platform.local.machine.ProgramPath;
import io.meshgauge.platform.local.process.Command;
import io.meshgauge.platform.local.process.GuardedProcess;
import io.meshgauge.platform.local.process.ProcessGuard;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.ImmutableCapabilities;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.print.PrintOptions;
import org.openqa.selenium.remote.CommandInfo;
import org.openqa.selenium.remote.HttpCommandExecutor;
import org.openqa.selenium.remote.RemoteWebDriver;
import org.openqa.selenium.remote.http.HttpClient;
import org.openqa.selenium.remote.http.HttpMethod;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An installed chromium without a window, controlled by the installed chromedriver.
 *
 * <p>Both end with {@link #close()}, and with the JVM however that ends: chromedriver runs under
 * guard, and chromium ends when the pipe to chromedriver closes. All their files are in the folder
 * given at the start. Nothing is downloaded.
 */
public final class Browser implements AutoCloseable {
  /** Width of the content of a page of A4 in print, in CSS pixels: 210 mm without the margins. */
  public static final int PAPER = 695;

  private static final String DRIVER = "chromedriver";
  private static final List<String> NAMES = List.of("chromium", "google-chrome");
  private static final String AXE = "/axe.min.js";
  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  /** The accessibility checks of a long page, on a machine that does other work. */
  private static final Duration SCRIPT_LIMIT = Duration.ofMinutes(5);

  private final Ports ports = new Ports();
  private final ProcessGuard guard = new ProcessGuard();
  private final Driver driver;
  private String page = "";

  private Browser(Path chromium, Path chromedriver, Path folder) throws IOException {
    int port = ports.getAsInt();
    Path log = folder.resolve("chromedriver.log");
    Command command =
        Command.logged(DRIVER, List.of(chromedriver.toString(), "--port=" + port), folder, log)
            .with(Map.of("HOME", folder.toString(), "TMPDIR", folder.toString()));
    GuardedProcess process = guard.start(command);
    await()
        .atMost(START_LIMIT)
        .failFast("chromedriver has ended; its output is in " + log, () -> !process.isAlive())
        .until(() -> Files.readString(log), it -> it.contains("started successfully"));
    driver = new Driver(port, chromium, folder.resolve("profile"));
    driver.manage().timeouts().scriptTimeout(SCRIPT_LIMIT);
    desktop();
  }

  /**
   * Starts chromium, or skips the test if it or its driver is not installed.
   *
   * @param folder for profile and logs, which the caller removes
   */
  public static Browser start(Path folder) throws IOException {
    Optional<Path> chromium =
        NAMES.stream().map(ProgramPath::find).flatMap(Optional::stream).findFirst();
    Optional<Path> chromedriver = ProgramPath.find(DRIVER);
    assumeTrue(
        chromium.isPresent() && chromedriver.isPresent(),
        "%s is not on the PATH; tests of pages need it. Debian: apt-get install chromium chromium-driver"
            .formatted(chromium.isPresent() ? DRIVER : NAMES.get(0)));
    return new Browser(chromium.orElseThrow(), chromedriver.orElseThrow(), folder);
  }

  /** Opens a page and waits until it has loaded; earlier entries of the logs are dropped. */
  public void open(URI address) {
    console();
    requests();
    page = address.toString();
    driver.get(page);
  }

  /** The size of a window on a desktop, in light colours, with motion. */
  public void desktop() {
    size(1280, 900, false);
    media("", Map.of());
  }

  /** The screen of a phone, 390 CSS pixels wide. */
  public void phone() {
    size(390, 844, true);
  }

  /** Sets the width and height of the page in CSS pixels. */
  public void size(int width, int height, boolean mobile) {
    driver.devTools(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", mobile));
  }

  /**
   * Waits until the page has made a stop of the keyboard of every box that scrolls, and of no
   * other.
   */
  public void awaitStops() {
    await()
        .untilAsserted(
            () ->
                assertThat(
                        texts(
                            """
                            return [...document.querySelectorAll('.wide, figure.svg')]
                              .filter(it => (it.scrollWidth > it.clientWidth || it.scrollHeight > it.clientHeight) !== (it.tabIndex === 0))
                              .map(it => it.outerHTML.slice(0, 200))
                            """))
                    .as("boxes that scroll are stops of the keyboard, and no other is")
                    .isEmpty());
  }

  /**
   * Sets what media queries see.
   *
   * @param type {@code print}, or empty for the screen
   * @param features by name, such as {@code prefers-color-scheme}; others have their defaults
   */
  public void media(String type, Map<String, String> features) {
    Map<String, String> all =
        new LinkedHashMap<>(
            Map.of("prefers-color-scheme", "light", "prefers-reduced-motion", "no-preference"));
    all.putAll(features);
    driver.devTools(
        "Emulation.setEmulatedMedia",
        Map.of(
            "media",
            type,
            "features",
            all.entrySet().stream()
                .map(it -> Map.of("name", it.getKey(), "value", it.getValue()))
                .toList()));
  }

  /** Runs the body of a function in the page; elements, numbers, texts and lists come back. */
  public Object run(String body, Object... arguments) {
    return driver.executeScript(body, arguments);
  }

  /** A list of texts that the body of a function returns. */
  public List<String> texts(String body, Object... arguments) {
    return ((List<?>) run(body, arguments)).stream().map(String::valueOf).toList();
  }

  /** Whether the body of a function returns true. */
  public boolean holds(String body, Object... arguments) {
    return Boolean.TRUE.equals(run(body, arguments));
  }

  /** Runs the body of a function whose last argument is to be called with the result. */
  public Object runLater(String body, Object... arguments) {
    return driver.executeAsyncScript(body, arguments);
  }

  /** The first element that a CSS selector matches. */
  public WebElement find(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  /** The text of an element as a reader sees it. */
  public String text(String selector) {
    return find(selector).getText();
  }

  /** Clicks where the element is, so that an element under another one cannot be clicked. */
  public void click(String selector) {
    click(find(selector));
  }

  /** Clicks an element, scrolled into view at once: the page may scroll smoothly. */
  public void click(WebElement element) {
    run("arguments[0].scrollIntoView({behavior: 'instant', block: 'center'})", element);
    element.click();
  }

  /** Presses and releases keys, one after another, in the element that has the focus. */
  public void press(CharSequence... keys) {
    Stream.of(keys).forEach(key -> new Actions(driver).sendKeys(key).perform());
  }

  /** The value of a style of the first element that a CSS selector matches, as it applies. */
  public String style(String selector, String property) {
    return (String)
        run(
            "return getComputedStyle(document.querySelector(arguments[0])).getPropertyValue(arguments[1])",
            selector,
            property);
  }

  /** Warnings and errors of the page's scripts and policy since the last call. */
  public List<String> console() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(entry -> entry.getLevel() + " " + entry.getMessage())
        .toList();
  }

  /** Addresses requested since the last call, other than the page's own and data in the page. */
  public List<String> requests() {
    List<String> found = new ArrayList<>();
    driver.manage().logs().get(LogType.PERFORMANCE).getAll().stream()
        .map(entry -> JsonMapper.shared().readTree(entry.getMessage()).path("message"))
        .filter(it -> it.path("method").asString().equals("Network.requestWillBeSent"))
        .map(it -> it.path("params").path("request").path("url").asString())
        .filter(it -> !it.split("#", 2)[0].equals(page) && !it.startsWith("data:"))
        .forEach(found::add);
    return found;
  }

  /**
   * What axe-core finds in the page: a line for each element, with the rule, its impact and what is
   * wrong. The contrast of one text stands for all with the same style, in elements with the same
   * styles: it takes axe-core 2 ms per text, and a page has 7,000.
   */
  public List<String> accessibilityProblems() throws IOException {
    if (!holds("return typeof axe === 'object'")) {
      run(axe());
    }
    String found =
        (String)
            runLater(
                """
                const done = arguments[arguments.length - 1];
                const numbers = new Map();
                const kinds = new Map();
                const texts = new Map();
                for (const it of document.querySelectorAll('body, body *')) {
                  const style = getComputedStyle(it);
                  const kind = [kinds.get(it.parentElement), style.display, style.visibility, style.color,
                    style.backgroundColor, style.opacity, style.fontSize, style.fontWeight].join();
                  if (!numbers.has(kind)) {
                    numbers.set(kind, numbers.size);
                  }
                  kinds.set(it, numbers.get(kind));
                  const own = [...it.childNodes].filter(node => node.nodeType === Node.TEXT_NODE);
                  if (!texts.has(kind) && own.some(node => node.nodeValue.trim())) {
                    texts.set(kind, it);
                  }
                }
                const contrast = 'color-contrast';
                const violations = (of, options) =>
                  axe.run(of, {resultTypes: ['violations'], ...options}).then(it => it.violations);
                violations(document, {rules: {[contrast]: {enabled: false}}})
                  .then(others =>
                    violations({include: [...texts.values()]}, {runOnly: [contrast]})
                      .then(found => done(JSON.stringify([...others, ...found]))))
                  .catch(problem => done(JSON.stringify([{id: String(problem)}])));
                """);
    List<String> problems = new ArrayList<>();
    for (JsonNode rule : JsonMapper.shared().readTree(found)) {
      String name = "%s (%s)".formatted(rule.path("id").asString(), rule.path("impact").asString());
      rule.path("nodes")
          .forEach(
              node ->
                  problems.add(
                      "%s: %s: %s"
                          .formatted(
                              name,
                              node.path("target"),
                              node.path("failureSummary").asString().replaceAll("\\s+", " "))));
      if (rule.path("nodes").isEmpty()) {
        problems.add(name);
      }
    }
    return problems;
  }

  private static String axe() throws IOException {
    try (InputStream in = Browser.class.getResourceAsStream(AXE)) {
      if (in == null) {
        throw new IOException("the class path has no " + AXE);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** The page as a PDF of A4. */
  public byte[] print() {
    PrintOptions options = new PrintOptions();
    options.setBackground(true);
    return Base64.getDecoder().decode(driver.print(options).getContent());
  }

  /** A picture of what is visible, as PNG. */
  public byte[] picture() {
    return driver.getScreenshotAs(OutputType.BYTES);
  }

  @Override
  public void close() {
    try {
      driver.quit();
    } finally {
      guard.close();
      ports.close();
    }
  }

  /** The remote driver with the command of chromedriver that reaches the developer tools. */
  private static final class Driver extends RemoteWebDriver {
    private static final String DEV_TOOLS = "executeCdpCommand";

    Driver(int port, Path chromium, Path profile) throws IOException {
      super(
          new HttpCommandExecutor(
              HttpClient.Factory.createDefault().createClient(address(port)),
              Map.of(
                  DEV_TOOLS,
                  new CommandInfo("/session/:sessionId/goog/cdp/execute", HttpMethod.POST)),
              address(port)),
          new ImmutableCapabilities(
              Map.of(
                  "browserName",
                  "chrome",
                  "goog:loggingPrefs",
                  Map.of("browser", "ALL", "performance", "ALL"),
                  "goog:chromeOptions",
                  Map.of("binary", chromium.toString(), "args", arguments(profile)))));
    }

    private static URL address(int port) throws IOException {
      return URI.create("http://127.0.0.1:" + port).toURL();
    }

    private static List<String> arguments(Path profile) {
      return List.of(
          "--headless=new",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--remote-debugging-pipe",
          "--user-data-dir=" + profile);
    }

    void devTools(String command, Map<String, ?> parameters) {
      execute(DEV_TOOLS, Map.of("cmd", command, "params", parameters));
    }
  }
}
