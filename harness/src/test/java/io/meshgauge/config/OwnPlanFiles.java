package io.meshgauge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshgauge.config.jmx.SamplePlan;
import io.meshgauge.experiment.Plan;
import io.meshgauge.product.registry.Products;
import io.meshgauge.yaml.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A user's plan next to an experiment file, below an installation. */
abstract class OwnPlanFiles {
  static final String SHOP = "name: shop, jmx: shop.jmx, target: shop.example.com";

  @TempDir Path folder;
  Configuration configuration;
  Path mine;

  @BeforeEach
  void installation() throws IOException {
    configuration = new Configuration(SampleHome.in(folder), Products.all());
    mine = Files.createDirectories(folder.resolve("mine"));
    Files.writeString(mine.resolve("shop.jmx"), SamplePlan.shop());
    Files.writeString(mine.resolve("users.csv"), SamplePlan.users());
  }

  void change(String text, String by) throws IOException {
    Path plan = mine.resolve("shop.jmx");
    String before = Files.readString(plan);
    assertThat(before).contains(text);
    Files.writeString(plan, before.replace(text, by));
  }

  void assertRefused(String entry, String... messages) throws IOException {
    assertThatThrownBy(() -> read(entry))
        .isInstanceOf(InvalidInputException.class)
        .satisfies(e -> assertThat(e.getMessage()).contains(messages));
  }

  Plan read(String entry) throws IOException {
    return configuration.file(file(entry), Overrides.NONE).experiment().plans().get(0);
  }

  Path file(String entry) throws IOException {
    return Files.writeString(
        mine.resolve("mine.yaml"), "variants: [baseline]\nplans:\n  - %s\n".formatted(entry));
  }
}
