package io.meshgauge.yaml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads YAML text into {@link Value}s. Safe for hostile files: no tags, few aliases, bounded size
 * and depth. It reads events and not composed nodes, because the composer recurses as deep as the
 * text is nested.
 */
public final class YamlReader {
  private final String source;
  private final Format format;
  private final Problems problems;
  private final Map<Anchor, Value> anchors = new HashMap<>();
  private int aliases;

  /**
   * A reader for one text.
   *
   * @param source name of the file or of its origin, for positions
   * @param problems gets everything that is wrong
   */
  public YamlReader(String source, Format format, Problems problems) {
    this.source = source;
    this.format = format;
    this.problems = problems;
  }

  /**
   * A kind of file and its limits.
   *
   * @param subject what a file holds, for example {@code experiment}
   * @param keys what its top level consists of, for messages
   * @param manual the document that describes it
   * @param maxCharacters length of a file
   * @param maxDepth levels of nesting
   * @param maxAliases {@code n} aliases can multiply the size of a file by {@code 2^n}
   */
  public record Format(
      String subject,
      String keys,
      String manual,
      int maxCharacters,
      int maxDepth,
      int maxAliases) {}

  /** The mapping in the text; empty, with a problem added, when it has something else. */
  public Optional<Value.Mapping> read(String text) {
    if (text.length() > format.maxCharacters) {
      refuse(
          "the file has %d characters".formatted(text.length()), "at most " + format.maxCharacters);
      return Optional.empty();
    }
    try {
      LoadSettings settings = LoadSettings.builder().setLabel(source).build();
      return document(new Parse(settings).parseString(text).iterator());
    } catch (MarkedYamlEngineException e) {
      String found =
          e.getContext() == null ? e.getProblem() : e.getContext() + ", " + e.getProblem();
      problems.wrong(
          e.getProblemMark().map(this::place).orElse(Place.of(source)),
          "not YAML: " + found,
          "well-formed YAML",
          "fix this line: indent with spaces; quote values that contain ':' or '#'");
    } catch (LimitExceeded e) {
      problems.wrong(
          e.place,
          String.valueOf(e.getMessage()),
          e.expected,
          "write the %s out flat".formatted(format.subject));
    } catch (YamlEngineException e) {
      refuse("not YAML: " + e.getMessage(), "well-formed YAML");
    }
    return Optional.empty();
  }

  private void refuse(String found, String expected) {
    problems.wrong(Place.of(source), found, expected, "see " + format.manual);
  }

  private Optional<Value.Mapping> document(Iterator<Event> events) {
    Optional<Value.Mapping> top = Optional.empty();
    boolean seen = false;
    while (events.hasNext()) {
      Event event = events.next();
      if (!(event instanceof NodeEvent)) {
        continue;
      }
      Value value = value(event, events, 1);
      if (seen) {
        problems.wrong(
            value.place(),
            "a second document",
            "one %s per file".formatted(format.subject),
            "split the file");
      } else if (value instanceof Value.Mapping mapping) {
        top = Optional.of(mapping);
      } else if (value instanceof Value.Empty empty) {
        top = Optional.of(new Value.Mapping(Map.of(), empty.place()));
      } else {
        problems.wrong(
            value.place(),
            "the file holds " + value.describe(),
            format.keys,
            "see " + format.manual);
      }
      seen = true;
    }
    return seen ? top : Optional.of(new Value.Mapping(Map.of(), new Place(source, 1, 1)));
  }

  private Value value(Event event, Iterator<Event> events, int depth) {
    Place place = place(event);
    if (depth > format.maxDepth) {
      throw new LimitExceeded(
          place,
          "nested deeper than " + format.maxDepth,
          "at most %d levels".formatted(format.maxDepth));
    }
    Value value;
    if (event instanceof AliasEvent alias) {
      return resolve(alias, place);
    } else if (event instanceof ScalarEvent scalar) {
      refuseTag(scalar.getTag(), place);
      value = isNull(scalar) ? new Value.Empty(place) : new Value.Scalar(scalar.getValue(), place);
    } else {
      CollectionStartEvent start = (CollectionStartEvent) event;
      refuseTag(start.getTag(), place);
      value =
          event.getEventId() == Event.ID.SequenceStart
              ? sequence(events, place, depth)
              : mapping(events, place, depth);
    }
    ((NodeEvent) event).getAnchor().ifPresent(anchor -> anchors.put(anchor, value));
    return value;
  }

  private Value.Sequence sequence(Iterator<Event> events, Place place, int depth) {
    List<Value> items = new ArrayList<>();
    for (Event next = events.next();
        next.getEventId() != Event.ID.SequenceEnd;
        next = events.next()) {
      items.add(value(next, events, depth + 1));
    }
    return new Value.Sequence(items, place);
  }

  private Value.Mapping mapping(Iterator<Event> events, Place place, int depth) {
    Map<String, Value.Entry> entries = new LinkedHashMap<>();
    for (Event next = events.next();
        next.getEventId() != Event.ID.MappingEnd;
        next = events.next()) {
      Value key = value(next, events, depth + 1);
      Value value = value(events.next(), events, depth + 1);
      if (key instanceof Value.Scalar scalar) {
        Value.Entry earlier =
            entries.putIfAbsent(scalar.text(), new Value.Entry(key.place(), value));
        if (earlier != null) {
          problems.wrong(
              key.place(),
              "the key \"%s\" is written twice".formatted(scalar.text()),
              "each key once; the first is at line " + earlier.key().line(),
              "keep one of the two");
        }
      } else {
        problems.wrong(
            key.place(), "a key that is " + key.describe(), "a word as key", "write a plain word");
      }
    }
    return new Value.Mapping(entries, place);
  }

  private Value resolve(AliasEvent alias, Place place) {
    aliases++;
    if (aliases > format.maxAliases) {
      throw new LimitExceeded(
          place,
          format.maxAliases == 0 ? "an alias" : "more than " + format.maxAliases + " aliases",
          format.maxAliases == 0 ? "no aliases" : "few aliases, or none");
    }
    Value value = anchors.get(alias.getAlias());
    if (value == null) {
      problems.wrong(
          place,
          "the alias *%s names nothing written before it".formatted(alias.getAlias()),
          anchors.isEmpty() ? "no alias: there is no anchor" : "one of " + anchors.keySet(),
          "write the value out");
      return new Value.Empty(place);
    }
    return value;
  }

  private void refuseTag(Optional<String> tag, Place place) {
    tag.ifPresent(
        name ->
            problems.wrong(
                place, "the tag " + name, "plain values without tags", "remove the tag"));
  }

  private static boolean isNull(ScalarEvent scalar) {
    return scalar.isPlain()
        && (scalar.getValue().isEmpty()
            || scalar.getValue().equals("~")
            || scalar.getValue().equals("null"));
  }

  private Place place(Event event) {
    return event.getStartMark().map(this::place).orElse(Place.of(source));
  }

  private Place place(Mark mark) {
    return new Place(source, mark.getLine() + 1, mark.getColumn() + 1);
  }

  /** The text exceeds a limit; reading stops here. */
  private static final class LimitExceeded extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Place place;
    private final String expected;

    LimitExceeded(Place place, String message, String expected) {
      super(message);
      this.place = place;
      this.expected = expected;
    }
  }
}
