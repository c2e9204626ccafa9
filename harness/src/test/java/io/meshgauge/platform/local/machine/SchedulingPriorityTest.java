package io.meshgauge.platform.local.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SchedulingPriorityTest {
  private Process worker;
  private Process service;

  @BeforeEach
  void start() throws IOException {
    assumeTrue(SchedulingPriority.here() != SchedulingPriority.NONE, "no chrt on the PATH");
    worker = new ProcessBuilder("sleep", "60").start();
    service = new ProcessBuilder("sleep", "60").start();
  }

  @AfterEach
  void end() {
    if (worker != null) {
      worker.destroyForcibly();
      service.destroyForcibly();
    }
  }

  @Test
  void onlyTheWorkerIsRaisedWithThePrivilege() throws IOException {
    assumeTrue(
        SchedulingPriority.here() == SchedulingPriority.WORKER_FIRST, "needs root or CAP_SYS_NICE");

    SchedulingPriority.WORKER_FIRST.give(worker.pid(), List.of(service.pid()));

    assertThat(policy(worker.pid())).contains("SCHED_RR");
    assertThat(policy(service.pid())).contains("SCHED_OTHER");
  }

  @Test
  void onlyTheSystemIsLoweredWithoutThePrivilege() throws IOException {
    SchedulingPriority.SYSTEM_LAST.give(worker.pid(), List.of(service.pid()));

    assertThat(policy(worker.pid())).contains("SCHED_OTHER");
    assertThat(policy(service.pid())).contains("SCHED_IDLE");
  }

  @Test
  void observersAreLoweredWithTheSystem() throws InterruptedException {
    AtomicReference<String> lowered = new AtomicReference<>();
    Thread observer = SchedulingPriority.SYSTEM_LAST.observer(() -> lowered.set(ownPolicy()));
    observer.start();
    observer.join();

    assertThat(lowered.get()).contains("SCHED_IDLE");
  }

  private static String ownPolicy() {
    try {
      String thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString();
      return policy(Long.parseLong(thread));
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static String policy(long id) throws IOException {
    Process chrt = new ProcessBuilder("chrt", "--pid", Long.toString(id)).start();
    return new String(chrt.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
