package io.meshgauge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Documents name only types, members and files that exist. */
class DocumentReferencesTest {
  private static final Path HOME = Path.of(System.getProperty("meshgauge.home", ".."));
  private static final Pattern CODE =
      Pattern.compile(
          "`(?:[a-z]+/)*([A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*)(?:[.#](\\w+)(?:\\([^`]*\\))?)?`");
  private static final Pattern DECLARATION =
      Pattern.compile("\\b(?:class|record|enum|interface) (\\w+)");
  private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)#\\s]+)(?:#[^)]*)?\\)");

  /** Names of the JDK, Kubernetes, meshes, /proc, units and JMeter plans, and removed types. */
  private static final List<String> OTHERS =
      List.of(
          """
          Accepted AuthorizationPolicy By CiliumEndpoint CiliumNetworkPolicy DestinationRule Double
          Duration EnvoyFilter GiBy GRPCRoute HTTPLocalRateLimitPolicy HTTPRoute Histogram
          HistogramLogReader Host MeshTLSAuthentication NetworkAuthentication Programmed Pss
          RequestAuthentication RssAnon ServiceEntry TlsCertificate VirtualService VmRSS
          DatagramChannelImpl IOException InetAddress ProcessBuilder SecurityManager URLEncoder
          Charge Verify Assumption ProxyKind ExternalName LoadBalancer NodePort PodTemplate
          """
              .split("\\s+"));

  private static final Map<String, String> TYPES = new HashMap<>();

  @BeforeAll
  static void readTypes() throws IOException {
    for (Path file : SourceRulesTest.files(".*\\.java")) {
      String text = Files.readString(file);
      Matcher declared = DECLARATION.matcher(text);
      while (declared.find()) {
        TYPES.merge(declared.group(1), text, String::concat);
      }
    }
  }

  @Test
  void typesAndMembersExist() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path document : SourceRulesTest.files(".*\\.md")) {
      Matcher code = CODE.matcher(Files.readString(document));
      while (code.find()) {
        String type = code.group(1);
        String member = code.group(2);
        if (OTHERS.contains(type) || "java".equals(member)) {
          continue;
        }
        String text = TYPES.getOrDefault(type, "");
        if (text.isEmpty()
            || (member != null && !Pattern.compile("\\b" + member + "\\b").matcher(text).find())) {
          found.add(HOME.relativize(document) + ": " + code.group());
        }
      }
    }
    assertThat(found).as("correct the name, or add it to OTHERS if it is not ours").isEmpty();
  }

  @Test
  void linkedFilesExist() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path document : SourceRulesTest.files(".*\\.md")) {
      Matcher link = LINK.matcher(Files.readString(document));
      while (link.find()) {
        if (!Files.exists(document.resolveSibling(link.group(1)))) {
          found.add(HOME.relativize(document) + ": " + link.group(1));
        }
      }
    }
    assertThat(found).isEmpty();
  }
}
