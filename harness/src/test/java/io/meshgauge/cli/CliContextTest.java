package io.meshgauge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.run.session.ProjectLayout;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CliContextTest {
  @Test
  void whatProgramsReadIsUtf8WhateverTheLocale(@TempDir Path home) {
    PrintStream terminal = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, StandardCharsets.US_ASCII));
    try {
      CliContext.ofProcess(home, new Engine(new ProjectLayout(home))).out().print("6 × 8, сервіс");
    } finally {
      System.setOut(terminal);
    }

    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("6 × 8, сервіс");
  }
}
