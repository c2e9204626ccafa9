package io.meshgauge.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.config.Configuration;
import io.meshgauge.config.Overrides;
import io.meshgauge.product.registry.Products;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ApplicationTextTest {
  private static final Path HOME =
      Path.of(System.getProperty("meshgauge.home", "..")).toAbsolutePath().normalize();

  @Test
  void everyKindOfRequestIsListedAlsoThoseOfTheHarness() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      new ApplicationText(
              new Configuration(HOME, Products.all())
                  .file(HOME.resolve("examples/cart/experiment.yaml"), Overrides.NONE)
                  .experiment())
          .print(out);
    }

    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .containsPattern(
            "web +http1, python3 web.py .*\\R +the harness itself sends it GET /healthz;")
        .containsPattern("sends it GET /healthz; reads its pages /healthz\\R")
        .containsPattern("sends it PING; opens connections to its port until it is ready\\R")
        .containsPattern("items +70 % +GET /items, expects 200")
        .containsPattern("cart +26 % +POST /cart, expects 201")
        .containsPattern("admin +4 % +GET /admin, expects 403");
  }
}
