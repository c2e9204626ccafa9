package io.meshgauge.cli.help;

import io.meshgauge.yaml.Nearest;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Answers a command line that cannot be executed: what is wrong, what exists, what was probably
 * meant, and where the help is. The whole help would hide the mistake.
 */
public final class Misuse implements IParameterExceptionHandler {
  @Override
  public int handleParseException(ParameterException mistake, String[] arguments) {
    CommandLine command = mistake.getCommandLine();
    PrintWriter err = command.getErr();
    CommandSpec spec = command.getCommandSpec();
    if (mistake instanceof UnmatchedArgumentException unmatched
        && !unmatched.getUnmatched().isEmpty()) {
      unknown(unmatched.getUnmatched().get(0), spec, err);
    } else if (mistake instanceof MissingParameterException missing) {
      err.printf("meshgauge: %s needs %s%n", spec.name(), labels(missing.getMissing()));
      missing.getMissing().forEach(it -> expected(String.join(" ", it.description()), err));
    } else {
      err.printf("meshgauge: %s%n", mistake.getMessage());
    }
    err.printf("    help: ./%s --help%n", spec.qualifiedName());
    return spec.exitCodeOnInvalidInput();
  }

  private static void unknown(String word, CommandSpec spec, PrintWriter err) {
    if (word.startsWith("-")) {
      List<String> options =
          spec.options().stream().flatMap(it -> List.of(it.names()).stream()).sorted().toList();
      err.printf("meshgauge: %s has no option \"%s\"%n", spec.name(), word);
      expected("one of " + String.join(", ", options), err);
      meant(word.replaceFirst("=.*", ""), options, err);
    } else if (spec.subcommands().isEmpty()) {
      err.printf("meshgauge: %s takes no argument \"%s\"%n", spec.name(), word);
      String arguments =
          spec.positionalParameters().stream()
              .map(PositionalParamSpec::paramLabel)
              .collect(Collectors.joining(" "));
      expected(
          arguments.isEmpty() ? "options only" : "%s %s".formatted(spec.name(), arguments), err);
    } else {
      List<String> verbs = List.copyOf(spec.subcommands().keySet());
      err.printf(
          "meshgauge: %s verb \"%s\"%n",
          spec.parent() == null ? "there is no" : spec.name() + " has no", word);
      expected("one of " + String.join(", ", verbs), err);
      meant(word, verbs, err);
    }
  }

  private static void expected(String words, PrintWriter err) {
    err.printf("    expected: %s%n", words);
  }

  private static void meant(String word, List<String> known, PrintWriter err) {
    Optional<String> nearest = Nearest.to(word, known);
    nearest.ifPresent(it -> err.printf("    do: did you mean \"%s\"?%n", it));
  }

  private static String labels(List<ArgSpec> missing) {
    return missing.stream().map(ArgSpec::paramLabel).collect(Collectors.joining(" and "));
  }
}
