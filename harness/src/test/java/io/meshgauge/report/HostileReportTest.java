package io.meshgauge.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.experiment.Session;
import io.meshgauge.report.registry.ReportFormats;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reports in which every name and every sentence is hostile. The measure is the same report with
 * harmless ones: it must have the same elements, records and fields, in the same order.
 */
class HostileReportTest {
  private static final String HARMLESS = "zz";

  /** Out of an element, out of both kinds of attributes, out of a script, and into a formula. */
  private static final String MARKUP =
      "=\"><img src=x onerror=alert(1)>' onclick='alert(2)' \"></script><script>alert(3)</script>"
          + "]]><!--<style>*{display:none}</style>{{{x}}}\u0000\u202e\ud800\uffff&#60;b&#62;";

  private static final Pattern TAG = Pattern.compile("<(/?[A-Za-z][A-Za-z0-9]*)");
  private static final Pattern ATTRIBUTE = Pattern.compile("<[A-Za-z][^>]*>");
  private static final Pattern SCRIPT = Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL);

  /** Statistics take their time: each report is made once and written in every form. */
  private static final Map<String, Report> REPORTS = new ConcurrentHashMap<>();

  static Stream<String> sessions() {
    return Stream.of("troubled", "policies");
  }

  @ParameterizedTest
  @MethodSource("sessions")
  void thePageHasTheSameElementsAndAttributes(String session) throws IOException {
    String hostile = write("html", session, MARKUP);
    String harmless = write("html", session, HARMLESS);

    assertThat(found(TAG, hostile)).isEqualTo(found(TAG, harmless));
    assertThat(attributes(hostile)).isEqualTo(attributes(harmless));
    assertThat(hostile)
        .contains(
            "&quot;&gt;&lt;img src&#x3D;x onerror&#x3D;alert(1)&gt;&#39; onclick&#x3D;&#39;alert(2)")
        .doesNotContain("<img", "\u0000", "\u202e", "\uffff");
  }

  @ParameterizedTest
  @MethodSource("sessions")
  void junitXmlHasTheSameElements(String session) throws Exception {
    assertThat(elements(document(write("junit", session, MARKUP))))
        .isEqualTo(elements(document(write("junit", session, HARMLESS))))
        .contains("testsuite", "testcase");
  }

  @Test
  void tablesHaveTheSameShapeAndNoFormula() throws IOException {
    String session = "troubled";
    for (String format : List.of("csv", "csv-comparisons")) {
      for (String start : List.of("=", "+", "-", "@", "\t=", "\r@", " +", "\uff1d")) {
        List<CSVRecord> hostile = table(write(format, session, start + "cmd|' /C calc'!A0,\"\n"));
        List<CSVRecord> harmless = table(write(format, session, HARMLESS));

        assertThat(hostile).extracting(CSVRecord::size).isEqualTo(sizes(harmless));
        assertThat(hostile.stream().flatMap(CSVRecord::stream))
            .filteredOn(cell -> cell.contains("cmd|"))
            .allMatch(
                cell -> cell.startsWith("'") || !cell.stripLeading().startsWith(start.strip()))
            .noneMatch(cell -> "=+-@\uff1d".indexOf(cell.stripLeading().charAt(0)) >= 0);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("sessions")
  void jsonHasTheSameShape(String session) throws IOException {
    assertThat(shape(JsonMapper.shared().readTree(write("json", session, MARKUP))))
        .isEqualTo(shape(JsonMapper.shared().readTree(write("json", session, HARMLESS))));
  }

  @ParameterizedTest
  @MethodSource("sessions")
  void aTerminalIsGivenNothingToObey(String session) throws IOException {
    assertThat(write("console", session, "\u001b]0;title\u0007\u001b[2J\u009b31m\r\u202e"))
        .doesNotContain("\u001b", "\u0007", "\u009b", "\r", "\u202e");
  }

  @Test
  void damagedFilesAreNamedInEveryFormForPeople() throws IOException {
    for (String format : List.of("html", "console", "json")) {
      assertThat(write(format, "troubled", HARMLESS))
          .as(format)
          .contains(HARMLESS + "/run.json")
          .contains(HARMLESS + "is damaged");
    }
  }

  @Test
  void thePolicyAllowsNoOtherScripts() throws Exception {
    String page = write("html", "troubled", MARKUP);
    List<String> scripts = SCRIPT.matcher(page).results().map(it -> it.group(1)).toList();
    String policy =
        Pattern.compile("<meta http-equiv=\"Content-Security-Policy\" content=\"([^\"]*)\">")
            .matcher(page)
            .results()
            .map(it -> it.group(1))
            .findFirst()
            .orElseThrow();

    assertThat(scripts).hasSize(policy.split("'sha256-", -1).length - 1).isNotEmpty();
    for (String script : scripts) {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      assertThat(policy).contains("'sha256-" + Base64.getEncoder().encodeToString(hash) + "'");
    }
    assertThat(policy)
        .startsWith("default-src 'none'; script-src 'sha256-")
        .doesNotContain("unsafe-eval", "http:", "https:", "*");
    assertThat(page.indexOf("<meta http-equiv")).isLessThan(page.indexOf("<style>"));
    assertThat(page).doesNotContainPattern("<[a-z][^>]* on[a-z]+=\"");
  }

  private static String write(String format, String session, String text) throws IOException {
    Session sample =
        session.equals("troubled") ? SampleSessions.troubled() : SampleSessions.policies();
    Report report =
        REPORTS.computeIfAbsent(
            session + text, unused -> Report.of(new Poison(text).in(sample), SampleRules.rules()));
    StringBuilder out = new StringBuilder();
    ReportFormats.named(format).orElseThrow().write(report, out);
    return out.toString();
  }

  private static List<String> found(Pattern pattern, String page) {
    return pattern.matcher(page).results().map(it -> it.group(1)).toList();
  }

  /** Names of attributes, in the order of the page; without values. */
  private static List<String> attributes(String page) {
    return ATTRIBUTE
        .matcher(SCRIPT.matcher(page).replaceAll(""))
        .results()
        .map(MatchResult::group)
        .map(tag -> tag.replaceAll("\"[^\"]*\"", ""))
        .toList();
  }

  private static Document document(String xml) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    return factory.newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
  }

  private static String elements(Node node) {
    StringBuilder names = new StringBuilder(node.getNodeName()).append('(');
    for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child.getNodeType() == Node.ELEMENT_NODE) {
        names.append(elements(child));
      }
    }
    return names.append(')').toString();
  }

  private static List<CSVRecord> table(String text) throws IOException {
    try (CSVParser parser = CSVParser.parse(text, CSVFormat.RFC4180)) {
      return parser.getRecords();
    }
  }

  private static List<Integer> sizes(List<CSVRecord> records) {
    return records.stream().map(CSVRecord::size).toList();
  }

  /** Kinds of values by place; names of fields that are texts of the session are excluded. */
  private static String shape(JsonNode node) {
    if (node.isObject()) {
      return node.properties().stream()
          .map(it -> shape(it.getValue()))
          .sorted()
          .toList()
          .toString();
    }
    if (node.isArray()) {
      StringBuilder all = new StringBuilder("[");
      node.forEach(item -> all.append(shape(item)).append(','));
      return all.append(']').toString();
    }
    return node.getNodeType().name();
  }
}
