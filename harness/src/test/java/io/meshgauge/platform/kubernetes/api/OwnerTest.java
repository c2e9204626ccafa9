package io.meshgauge.platform.kubernetes.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The label of a session; other tests check it on their objects. */
public class OwnerTest {
  private final Owner self = Owner.fresh();

  @Test
  void everySessionHasANameOfItsOwn() {
    assertThat(self.session()).matches("[0-9a-f]{8}").isNotEqualTo(Owner.fresh().session());
    assertThat(self.labels())
        .containsEntry("app.kubernetes.io/managed-by", "meshgauge")
        .containsEntry("meshgauge.io/session", self.session());
  }

  @Test
  void thisProcessIsAlive() {
    assertThat(Owner.dead(self.holder())).contains(false);
  }

  @Test
  void thisProcessIsAliveAlsoAfterTheClockWasSetByASecond() {
    assertThat(Owner.dead(since(-1))).contains(false);
    assertThat(Owner.dead(since(1))).contains(false);
  }

  @Test
  void laterProcessWithTheSamePidIsNotTheHolder() {
    assertThat(Owner.dead(since(-3600))).contains(true);
  }

  @Test
  void aProcessThatHasEndedIsDead() throws IOException, InterruptedException {
    assertThat(Owner.dead(deadHolder())).contains(true);
  }

  @Test
  void processOfAnotherMachineIsUnknown() {
    assertThat(Owner.dead("me@elsewhere.test pid 1 since 2")).isEmpty();
    assertThat(Owner.dead("someone")).isEmpty();
    assertThat(Owner.dead("null")).isEmpty();
  }

  /** A holder like this process, but of one that has ended. */
  public static String deadHolder() throws IOException, InterruptedException {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    return Owner.fresh().holder().replaceFirst("pid \\d+", "pid " + ended.pid());
  }

  private String since(long seconds) {
    Matcher start = Pattern.compile("since (\\d+)").matcher(self.holder());
    assertThat(start.find()).isTrue();
    return start.replaceFirst("since " + (Long.parseLong(start.group(1)) + seconds));
  }
}
