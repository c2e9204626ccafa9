package io.meshgauge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.archive.RunArchive;
import io.meshgauge.experiment.Run;
import io.meshgauge.run.trial.FakeSoak;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionsTest {
  private static final Instant STARTED = Instant.parse("2026-11-21T10:00:00Z");

  @TempDir Path folder;
  private final FakeSoak soak = new FakeSoak(4, Map.of());
  private final List<String> log = new ArrayList<>();

  @Test
  void soakOfADeadHarnessIsResumedUntilFinished() {
    RunArchive archive = soak.archive(runs());
    soak.endingAfter = 2;
    soak.run(archive);

    assertThat(sessions().unfinished(soak.experiment, STARTED)).contains(archive.folder());
    assertThat(sessions().unfinished(soak.experiment, STARTED.plusSeconds(1)))
        .as("too old to resume")
        .isEmpty();
    assertThat(sessions().unfinished(new FakeSoak(5, Map.of()).experiment, STARTED))
        .as("another plan")
        .isEmpty();

    soak.endingAfter = Integer.MAX_VALUE;
    Run whole = soak.run(archive);
    archive.store(whole);
    assertThat(soak.onRecord).as("the listener got the recorded windows").isEqualTo(2);

    assertThat(sessions().unfinished(soak.experiment, STARTED)).isEmpty();
  }

  @Test
  void nothingIsResumedWithoutAnArchive() {
    assertThat(sessions().unfinished(soak.experiment, STARTED)).isEmpty();
    sessions().delete(Instant.MAX, log::add);
    assertThat(log).isEmpty();
  }

  @Test
  void onlyEarlierArchivesAreDeleted() throws IOException {
    RunArchive archive = soak.archive(runs());
    soak.run(archive);
    Path precious = Files.createDirectories(folder.resolve("precious"));
    Files.writeString(precious.resolve("file"), "x");
    Path foreign = Files.createDirectories(runs().resolve("photographs"));
    Files.writeString(foreign.resolve("session.json"), "{}");
    Path plain = Files.createDirectories(runs().resolve("notes"));
    Path link = Files.createSymbolicLink(runs().resolve("link"), precious);
    Files.createSymbolicLink(archive.folder().resolve("out"), precious);

    sessions().delete(STARTED, log::add);
    assertThat(archive.folder()).as("not before its start").isDirectory();

    sessions().delete(STARTED.plusSeconds(1), log::add);

    assertThat(archive.folder()).doesNotExist();
    assertThat(precious.resolve("file")).as("behind a link").isRegularFile();
    assertThat(link).isSymbolicLink();
    assertThat(plain).isDirectory();
    assertThat(foreign.resolve("session.json")).isRegularFile();
    assertThat(log)
        .anySatisfy(it -> assertThat(it).startsWith("Deleted the archive " + archive.folder()))
        .anySatisfy(it -> assertThat(it).startsWith("Left alone: ").contains("photographs"))
        .anySatisfy(it -> assertThat(it).startsWith("Left alone: ").contains("notes"));
  }

  private Path runs() {
    return folder.resolve("runs");
  }

  private Sessions sessions() {
    return new Sessions(runs());
  }
}
