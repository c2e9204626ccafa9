package io.meshgauge.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * The YAML of a policy file with its places, and the problems found so far. Safe for files of
 * strangers: bounded in size and depth, and without aliases.
 */
final class Tree {
  private static final int LONGEST = 1 << 20;
  private static final int DEEPEST = 8;
  private static final int MOST_WORDS = 300;

  private final String source;
  private final List<String> problems = new ArrayList<>();

  Tree(String source) {
    this.source = source;
  }

  /** The mapping the text holds; empty, with a problem added, when it holds something else. */
  Optional<MappingNode> parse(String text) {
    if (text.length() > LONGEST) {
      problems.add(
          "%s: %d characters; expected at most %d".formatted(source, text.length(), LONGEST));
      return Optional.empty();
    }
    LoadSettings settings =
        LoadSettings.builder().setLabel(source).setAllowDuplicateKeys(false).build();
    try {
      // Events first: composing goes as deep as the text asks it to.
      if (!flat(new Parse(settings).parseString(text))) {
        return Optional.empty();
      }
      Optional<Node> top = new Compose(settings).composeString(text);
      if (top.orElse(null) instanceof MappingNode mapping) {
        return Optional.of(mapping);
      }
      problems.add("%s: no policy in it; expected kind: and services:".formatted(source));
    } catch (MarkedYamlEngineException e) {
      problems.add(
          "%s: not YAML: %s; expected well-formed YAML"
              .formatted(place(e.getProblemMark()), e.getProblem()));
    } catch (YamlEngineException e) {
      problems.add("%s: not YAML: %s; expected well-formed YAML".formatted(source, e.getMessage()));
    }
    return Optional.empty();
  }

  private boolean flat(Iterable<Event> events) {
    int depth = 0;
    for (Event event : events) {
      if (event instanceof CollectionStartEvent) {
        depth++;
      } else if (event instanceof CollectionEndEvent) {
        depth--;
      }
      if (depth > DEEPEST || event instanceof AliasEvent) {
        problems.add(
            "%s: %s; expected every rule written out"
                .formatted(
                    place(event.getStartMark()),
                    event instanceof AliasEvent ? "an alias" : "nested too deeply"));
        return false;
      }
    }
    return true;
  }

  /**
   * The values by key; keys that are not known become problems.
   *
   * @param known empty when any will do
   */
  Map<String, Node> keys(MappingNode mapping, List<String> known) {
    Map<String, Node> keys = new LinkedHashMap<>();
    for (NodeTuple entry : mapping.getValue()) {
      String key = text(entry.getKeyNode()).orElse("");
      if (!known.isEmpty() && !known.contains(key)) {
        wrong(
            entry.getKeyNode(),
            "unknown key \"%s\"".formatted(key),
            "one of " + String.join(", ", known));
      } else if (keys.putIfAbsent(key, entry.getValueNode()) != null) {
        wrong(entry.getKeyNode(), "the key \"%s\" once more".formatted(key), "each key once");
      }
    }
    return keys;
  }

  /** The text of a single value; empty, with a problem added, when it is something else. */
  Optional<String> text(@Nullable Node node) {
    if (node instanceof ScalarNode scalar) {
      return Optional.of(scalar.getValue());
    }
    if (node != null) {
      wrong(node, "several values", "a single one");
    }
    return Optional.empty();
  }

  void wrong(@Nullable Node node, String found, String expected) {
    String place = node == null ? source : place(node.getStartMark());
    String quoted = found.length() > MOST_WORDS ? found.substring(0, MOST_WORDS) + "…" : found;
    problems.add("%s: %s; expected %s".formatted(place, quoted, expected));
  }

  /** Ends the reading when there is any problem, with all of them. */
  void refuseIfAny() {
    if (!problems.isEmpty()) {
      throw new PolicyException(problems);
    }
  }

  private String place(Optional<Mark> mark) {
    return mark.map(it -> "%s:%d:%d".formatted(source, it.getLine() + 1, it.getColumn() + 1))
        .orElse(source);
  }
}
