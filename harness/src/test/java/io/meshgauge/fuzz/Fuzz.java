package io.meshgauge.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Feeds a reader with damaged and hostile texts and checks its contract: it returns a value, or
 * throws its own exception with a message that says where and what; nothing else, and it
 * terminates.
 *
 * <p>The cases are the same in every run: case n of a reader is drawn from its seed and n.
 */
public final class Fuzz {
  /**
   * Cases per reader: 500 in every build, and 10,000 in the long tests. Case n is the same in both.
   */
  public static final int CASES = Integer.getInteger("meshgauge.fuzz.cases", 500);

  private static final int CASES_PER_BATCH = 500;

  /**
   * Ends a reader that hangs, and reports its case. A batch takes about a second; the limit is no
   * test of speed.
   */
  private static final Duration BATCH_TIMEOUT = Duration.ofMinutes(5);

  private static final int MAX_MESSAGE_CHARS = 4_000;
  private static final long SEED = 20261122L;

  private final String reader;
  private final List<byte[]> seeds;
  private final List<String> words = new ArrayList<>();
  private Function<SplittableRandom, byte[]> source;
  private final Map<String, String> broken = new LinkedHashMap<>();
  private Class<? extends RuntimeException> refusal = RuntimeException.class;
  private String named = "";
  private boolean tolerant;
  private int longest = MAX_MESSAGE_CHARS;
  private int values;
  private int refused;

  private Fuzz(String reader, List<byte[]> seeds) {
    this.reader = reader;
    this.seeds = seeds;
    this.source = random -> new Mutator(random, seeds, words).next();
  }

  /** A reader of a text format, with examples of the format. */
  public static Fuzz of(String reader, String... seeds) {
    return new Fuzz(
        reader, Arrays.stream(seeds).map(it -> it.getBytes(StandardCharsets.UTF_8)).toList());
  }

  /** Words of the format, inserted in the wrong places. */
  public Fuzz words(String... some) {
    words.addAll(List.of(some));
    return this;
  }

  /**
   * Generated cases.
   *
   * @param share how many of four cases are generated; the others are mutated examples
   */
  public Fuzz structured(int share, Function<SplittableRandom, byte[]> made) {
    Function<SplittableRandom, byte[]> changed = source;
    source = random -> random.nextInt(4) < share ? made.apply(random) : changed.apply(random);
    return this;
  }

  /**
   * The rejection that the reader must use.
   *
   * @param place text that the message must contain, for example the name of the file
   */
  public Fuzz refuses(Class<? extends RuntimeException> type, String place) {
    refusal = type;
    named = place;
    return this;
  }

  /**
   * Whether the format has no rules that could be broken, so that nothing has to be rejected.
   *
   * @param anything true when the reader accepts every text
   */
  public Fuzz reads(boolean anything) {
    tolerant = anything;
    return this;
  }

  /** The length of the longest message, of a reader that reports the problems of several files. */
  public Fuzz messages(int characters) {
    longest = characters;
    return this;
  }

  /** Reads one case; its return value is ignored. */
  @FunctionalInterface
  public interface Reader {
    void read(byte[] text) throws Exception;
  }

  /** Runs all cases. */
  public void run(Reader read) {
    for (byte[] seed : seeds) {
      judge(-1, seed, read);
    }
    assertThat(broken).as("examples are read: " + reader).isEmpty();
    assertThat(values).as("examples are read: " + reader).isEqualTo(seeds.size());
    long start = System.nanoTime();
    for (int from = 0; from < CASES; from += CASES_PER_BATCH) {
      batch(from, read);
    }
    System.out.printf(
        "fuzz: %s: %d cases, %d values, %d refusals, %d ms%n",
        reader, CASES, values - seeds.size(), refused, (System.nanoTime() - start) / 1_000_000);
    assertThat(broken)
        .as("%s: what was thrown, by where, and the first case that did", reader)
        .isEmpty();
    assertThat(refused).as("cases that are refused").matches(it -> tolerant || it > 0);
    assertThat(values + refused).isEqualTo(CASES + seeds.size());
  }

  private void batch(int from, Reader read) {
    int[] at = {from};
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              for (; at[0] < from + CASES_PER_BATCH; at[0]++) {
                judge(at[0], source.apply(new SplittableRandom(SEED * 31 + at[0])), read);
              }
              return null;
            });
    Thread thread = new Thread(task, "fuzz-" + reader);
    thread.setDaemon(true);
    thread.start();
    try {
      task.get(BATCH_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError(
          "%s: case %d or one before takes too long, in%n%s"
              .formatted(reader, at[0], trace(thread.getStackTrace())),
          e);
    } catch (ExecutionException e) {
      throw new AssertionError(reader + ": case " + at[0] + " could not be made", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private void judge(int number, byte[] text, Reader read) {
    try {
      read.read(text);
      values++;
    } catch (Throwable thrown) { // errors of the JVM are the failures to find
      String words = String.valueOf(thrown.getMessage());
      if (!refusal.isInstance(thrown) || refusal == RuntimeException.class) {
        note(thrown.getClass().getName(), number, text, thrown);
      } else if (!words.contains(named)) {
        note("words without \"" + named + "\"", number, text, thrown);
      } else if (words.length() > longest + text.length / 4) {
        note("words of more than " + longest + " characters", number, text, thrown);
      } else {
        refused++;
      }
    }
  }

  private void note(String what, int number, byte[] text, Throwable thrown) {
    StackTraceElement place =
        Stream.of(thrown.getStackTrace())
            .filter(it -> it.getClassName().startsWith("io.meshgauge."))
            .findFirst()
            .orElse(new StackTraceElement("?", "?", "?", 0));
    String shown = new String(text, StandardCharsets.ISO_8859_1);
    broken.putIfAbsent(
        what + " at " + place,
        "case %d: %s%n%s%n%s"
            .formatted(
                number,
                brief(String.valueOf(thrown.getMessage())),
                trace(thrown.getStackTrace()),
                brief(shown)));
  }

  private static String brief(String text) {
    String shown = text.length() > 400 ? text.substring(0, 400) + "…" : text;
    return shown.replaceAll("[^\\n -~…]", "·");
  }

  private static String trace(StackTraceElement... frames) {
    return Arrays.stream(frames)
        .limit(12)
        .map(it -> "    at " + it)
        .collect(Collectors.joining("\n"));
  }
}
