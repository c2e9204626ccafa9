package io.meshgauge.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schemas of accepted sessions and of trends. */
class SessionsJsonFormatTest {

  @ParameterizedTest
  @ValueSource(strings = {"accepted", "trend"})
  void theSchemaIsThatOfTheRecords(String name) throws IOException {
    Path schema = Path.of("..", "reports", name + ".schema.json");
    String derived = name.equals("trend") ? ReportSchema.ofTrends() : ReportSchema.ofAccepted();
    if (Boolean.getBoolean("report.schema.write")) {
      Files.writeString(schema, derived);
    }

    assertThat(Files.readString(schema))
        .as(
            "write it with -Dtest=SessionsJsonFormatTest -Dreport.schema.write=true; raise the"
                + " version of the format unless fields were only added")
        .isEqualTo(derived);
  }
}
