package io.meshgauge.report.cbom;

import io.meshgauge.report.PlanReport;
import io.meshgauge.report.Report;
import io.meshgauge.report.ReportFormat;
import io.meshgauge.report.arm.Arm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.cyclonedx.Version;
import org.cyclonedx.exception.GeneratorException;
import org.cyclonedx.generators.BomGeneratorFactory;
import org.cyclonedx.model.Bom;
import org.cyclonedx.model.Component;
import org.cyclonedx.model.Metadata;
import org.cyclonedx.model.Property;
import org.cyclonedx.model.metadata.ToolInformation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A cryptographic bill of materials in <a href="https://cyclonedx.org/docs/1.6/json/">CycloneDX
 * 1.6</a>: protocols, algorithms and certificates that were observed while traffic flowed, by arm
 * and hop. Hops that are not encrypted are properties of the whole.
 */
public final class CbomFormat implements ReportFormat {
  static final String PREFIX = "meshgauge:";

  @Override
  public String name() {
    return "cbom";
  }

  @Override
  public String fileName() {
    return "cbom.json";
  }

  @Override
  public void write(Report report, Appendable out) throws IOException {
    String session = report.session().experiment().name() + " " + report.session().started();
    Bom bom = new Bom();
    bom.setSerialNumber(
        "urn:uuid:" + UUID.nameUUIDFromBytes(session.getBytes(StandardCharsets.UTF_8)));
    bom.setMetadata(metadata(report));
    CryptoAssets assets = new CryptoAssets(bom);
    for (PlanReport plan : report.plans()) {
      for (Arm arm : plan.variants()) {
        ArmTls tls = ArmTls.of(arm);
        String where =
            "%s, %s%s".formatted(plan.name(), arm.name(), arm.isModel() ? " (model)" : "");
        bom.getMetadata().addProperty(new Property(PREFIX + "arm", where));
        tls.hops().values().forEach(hop -> assets.add(where, hop));
        tls.readable()
            .forEach(
                hop ->
                    bom.getMetadata()
                        .addProperty(
                            new Property(PREFIX + "readable", "%s: %s".formatted(where, hop))));
      }
    }
    out.append(text(bom, report.session().started())).append('\n');
  }

  private static String text(Bom bom, Instant started) throws IOException {
    try {
      JsonNode document =
          JsonMapper.shared()
              .readTree(
                  BomGeneratorFactory.createJson(Version.VERSION_16, bom).toJsonString(false));
      // The library would write it with the digits of the machine's language.
      ((ObjectNode) document.get("metadata")).put("timestamp", started.toString());
      return document.toPrettyString();
    } catch (GeneratorException e) {
      throw new IOException("the bill of materials could not be written: " + e.getMessage(), e);
    }
  }

  private static Metadata metadata(Report report) {
    Component harness = new Component();
    harness.setType(Component.Type.APPLICATION);
    harness.setName("Meshgauge");
    harness.setVersion(report.session().version());
    ToolInformation tools = new ToolInformation();
    tools.setComponents(List.of(harness));
    Component subject = new Component();
    subject.setType(Component.Type.APPLICATION);
    subject.setName(report.session().experiment().name());
    subject.setBomRef("experiment");
    Metadata metadata = new Metadata();
    metadata.setTimestamp(null);
    metadata.setToolChoice(tools);
    metadata.setComponent(subject);
    return metadata;
  }
}
