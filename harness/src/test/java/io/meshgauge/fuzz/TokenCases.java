package io.meshgauge.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Well-formed texts in which one to three words are replaced. */
public final class TokenCases implements Function<SplittableRandom, byte[]> {
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_./%*-]+");

  private final List<String> examples;
  private final List<String> words;

  /** Cases from examples, with words that are inserted anywhere. */
  public TokenCases(List<String> examples, String... words) {
    this.examples = List.copyOf(examples);
    this.words = List.of(words);
  }

  @Override
  public byte[] apply(SplittableRandom random) {
    String text = examples.get(random.nextInt(examples.size()));
    int changes = 1 + random.nextInt(3);
    for (int i = 0; i < changes; i++) {
      long count = WORD.matcher(text).results().count();
      long chosen = random.nextLong(Math.max(1, count));
      int[] at = {0};
      String other = words.get(random.nextInt(words.size()));
      text =
          WORD.matcher(text)
              .replaceAll(it -> at[0]++ == chosen ? quoted(other) : quoted(it.group()));
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String quoted(String text) {
    return Matcher.quoteReplacement(text);
  }
}
