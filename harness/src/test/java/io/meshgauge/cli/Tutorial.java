package io.meshgauge.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HtmlBlock;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;

/**
 * The commands of a tutorial: its fenced blocks of {@code sh}. An HTML comment in front of each,
 * which no reader of the rendered page sees, says what the tests do with it:
 *
 * <ul>
 *   <li>{@code <!-- run -->}: they run it as it is;
 *   <li>{@code <!-- run: not here, REASON -->}: they only check its commands;
 *   <li>{@code <!-- run, shorter: REASON}, and on the next lines other commands, {@code -->}: they
 *       check it, and run those commands in its place.
 * </ul>
 *
 * @param name of the file, without {@code .md}
 * @param blocks in their order
 */
record Tutorial(String name, List<Block> blocks) {
  private static final Path FOLDER =
      Path.of(System.getProperty("meshgauge.home", "..")).resolve("docs/tutorials");

  /** Each may use what the ones before it have left. */
  static final List<String> NAMES =
      List.of("pipeline", "architecture-review", "scheduled-soak", "proof", "own-application");

  private static final Pattern MARK =
      Pattern.compile(
          "<!-- run(?:: not here, (?<reason>.+)|, shorter: .+?\\n(?<shorter>.+))? ?-->",
          Pattern.DOTALL);

  private static final String PROGRAM = "\\./(?:meshgauge|mvnw)\\b";
  private static final Pattern COMMAND = Pattern.compile("(?m)^(" + PROGRAM + ".*)$");

  /**
   * One block of commands.
   *
   * @param place file and line
   * @param shown what readers see
   * @param run what {@code TutorialsIT} runs; empty if it runs nothing
   */
  record Block(String place, String shown, Optional<String> run) {
    /** All commands of Meshgauge and of its build, shown and run, a list of words each. */
    List<List<String>> commands() {
      List<List<String>> commands = new ArrayList<>(Tutorial.commands(shown));
      run.filter(it -> !it.equals(shown)).map(Tutorial::commands).ifPresent(commands::addAll);
      return commands;
    }
  }

  /** All tutorials, in their order. */
  static List<Tutorial> all() throws IOException {
    List<Tutorial> tutorials = new ArrayList<>();
    for (String name : NAMES) {
      tutorials.add(read(FOLDER.resolve(name + ".md")));
    }
    return tutorials;
  }

  /** Names of the files of the folder, without {@code .md}. */
  static List<String> files() throws IOException {
    try (var files = Files.list(FOLDER)) {
      return files.map(it -> it.getFileName().toString().replaceFirst("\\.md$", "")).toList();
    }
  }

  /** Reads a tutorial; a block without a mark is an error. */
  static Tutorial read(Path file) throws IOException {
    List<Block> blocks = new ArrayList<>();
    Parser.builder()
        .includeSourceSpans(IncludeSourceSpans.BLOCKS)
        .build()
        .parse(Files.readString(file))
        .accept(
            new AbstractVisitor() {
              @Override
              public void visit(FencedCodeBlock block) {
                if (block.getInfo().equals("sh")) {
                  blocks.add(Tutorial.block(file, block));
                }
              }
            });
    return new Tutorial(file.getFileName().toString().replaceFirst("\\.md$", ""), blocks);
  }

  private static Block block(Path file, FencedCodeBlock block) {
    String place = file.getFileName() + ":" + (block.getSourceSpans().get(0).getLineIndex() + 1);
    String mark =
        block.getPrevious() instanceof HtmlBlock html ? html.getLiteral().strip() : "nothing";
    Matcher matcher = MARK.matcher(mark);
    if (!matcher.matches()) {
      throw new AssertionError(
          "%s: %s is in front of the block; expected <!-- run -->, <!-- run: not here, REASON --> or <!-- run, shorter: REASON, and commands on the next lines"
              .formatted(place, mark));
    }
    String shown = block.getLiteral();
    Optional<String> run =
        matcher.group("reason") != null
            ? Optional.empty()
            : Optional.of(Optional.ofNullable(matcher.group("shorter")).orElse(shown));
    return new Block(place, shown, run);
  }

  /** The commands of a text for a shell that are Meshgauge's; each begins a line. */
  static List<List<String>> commands(String text) {
    String joined = text.replaceAll("\\\\\\n\\s*", " ");
    List<List<String>> commands =
        COMMAND.matcher(joined).results().map(MatchResult::group).map(Tutorial::words).toList();
    long named = Pattern.compile(PROGRAM).matcher(joined).results().count();
    if (named != commands.size()) {
      throw new AssertionError(
          "a command does not begin its line, so that it is not checked:\n" + text);
    }
    return commands;
  }

  private static List<String> words(String command) {
    return Arrays.stream(command.replaceFirst("\\s+# .*$", "").split("\\s+"))
        .map(word -> word.replaceAll("^[\"']|[\"']$", ""))
        .toList();
  }
}
