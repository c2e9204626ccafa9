package io.meshgauge.probe.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.meshgauge.fuzz.Fuzz;
import io.meshgauge.fuzz.JsonCases;
import io.meshgauge.probe.ProbeException;
import io.meshgauge.product.envoy.DecisionPointType;
import io.meshgauge.product.envoy.EnvoyRules;
import io.meshgauge.product.envoy.EnvoyType;
import io.meshgauge.topology.plane.ProxyType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The administration pages of every proxy there is. */
@Tag("fuzz")
class ProxyPagesFuzzTest {

  @TestFactory
  Stream<DynamicTest> pages() {
    return types().stream().map(type -> DynamicTest.dynamicTest(type.toString(), () -> page(type)));
  }

  private static void page(ProxyType type) {
    Fuzz.of("page of " + type, example(type))
        .words(
            "{", "}", "\"", ": ", ",", "\n", "# ", "  ", "FRONTEND", "Inf", "requests\n", "99e99")
        .refuses(ProbeException.class, "")
        .reads(type instanceof EnvoyType || type instanceof DecisionPointType)
        .run(text -> type.counters(new String(text, StandardCharsets.UTF_8), 1));
  }

  @Test
  void rulesOfEnvoy() {
    String page =
        """
        {"configs": [{"route": {"cluster": "order", "timeout": "15s",
            "retry_policy": {"retry_on": "5xx", "num_retries": 2}}},
          {"name": "order", "circuit_breakers": {"thresholds": [
            {"max_requests": 10, "max_pending_requests": 5, "max_retries": 3}]},
            "outlier_detection": {"consecutive_5xx": 5}},
          {"@type": "type/envoy.extensions.filters.http.local_ratelimit.v3.LocalRateLimit",
            "token_bucket": {"max_tokens": 30, "tokens_per_fill": 30, "fill_interval": "1s"}}]}
        """;

    Fuzz.of("config_dump of Envoy", page)
        .words("null", "\"\"", "\"1e9s\"", "\"-s\"", "{}", "[]", "\"99999999999999999999s\"")
        .structured(2, new JsonCases(page))
        .refuses(ProbeException.class, "/config_dump")
        .run(text -> EnvoyRules.parse(new String(text, StandardCharsets.UTF_8)));
  }

  /** A page as the product writes it, in the folder of its type. */
  private static String example(ProxyType type) {
    String file = type.getClass().getSimpleName() + ".page.txt";
    try (InputStream in = type.getClass().getResourceAsStream(file)) {
      assertThat(in).as("a page of every type is in the tests: " + file).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every type of a product, however few tests know it. */
  private static List<ProxyType> types() {
    return new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.meshgauge.product")
            .stream()
            .filter(it -> it.isAssignableTo(ProxyType.class) && !it.isInterface())
            .map(it -> (ProxyType) made(it.reflect()))
            .toList();
  }

  private static Object made(Class<?> type) {
    try {
      return type.getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new AssertionError("a proxy type is a record without components: " + type, e);
    }
  }
}
