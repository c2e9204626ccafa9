package io.meshgauge.report.html;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import io.meshgauge.report.Report;
import io.meshgauge.report.ReportFormat;
import io.meshgauge.report.VisibleText;
import io.meshgauge.report.html.chart.ScriptJson;
import io.meshgauge.text.Messages;
import io.meshgauge.text.NoBreak;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The report as one HTML file that needs nothing else: styles, scripts and data are inside, and
 * everything but the line charts is there without scripts too.
 */
public final class HtmlFormat implements ReportFormat {
  private static final String TEMPLATE = "report.mustache";

  /** The page of a session that measured nothing: evidence, and under which conditions. */
  private static final String PROOF = "proof.mustache";

  @Override
  public String name() {
    return "html";
  }

  @Override
  public String fileName() {
    return "index.html";
  }

  @Override
  public void write(Report report, Appendable out) throws IOException {
    String template = report.session().experiment().isProof() ? PROOF : TEMPLATE;
    out.append(template(template).execute(PageView.of(report)));
  }

  /**
   * A template of this package, with its texts in the language of this process. It escapes every
   * value, and fails on a name that its view has not.
   */
  static Template template(String file) {
    return Mustache.compiler()
        .escapeHTML(true)
        .strictSections(true)
        .withEscaper(text -> Escapers.HTML.escape(NoBreak.figures(VisibleText.of(text))))
        .withLoader(name -> new StringReader(Messages.fill(resource(name + ".mustache"))))
        .compile(Messages.fill(resource(file)));
  }

  /** The texts of scripts by name, as JSON inside of a script element; texts.js reads it. */
  static String scriptTexts() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    Messages.area("script").entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(it -> node.put(it.getKey(), it.getValue()));
    return ScriptJson.of(node);
  }

  /** The text of a resource of this package. */
  static String resource(String name) {
    String path = "/io/meshgauge/report/html/" + name;
    try (InputStream in = HtmlFormat.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("the harness lacks its file " + path + "; build it again");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path, e);
    }
  }
}
