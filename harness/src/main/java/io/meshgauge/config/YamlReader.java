package io.meshgauge.config;

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
 * The step from YAML text to {@link Value}s, safe for files of strangers: no tags, few aliases,
 * bounded size and depth. Built on events and not on composed nodes, because the composer recurses
 * as deep as the text asks it to.
 */
final class YamlReader {
  /** Longest file, in characters. */
  static final int LONGEST = 64 * 1024;

  /** Deepest nesting; the shape of an experiment needs four. */
  static final int DEEPEST = 16;

  /** Most aliases; sixteen can multiply a file by no more than a few hundred. */
  static final int MOST_ALIASES = 16;

  private final String source;
  private final Problems problems;
  private final Map<Anchor, Value> anchors = new HashMap<>();
  private int aliases;

  YamlReader(String source, Problems problems) {
    this.source = source;
    this.problems = problems;
  }

  /** The mapping the text holds; empty, with a problem added, when it holds something else. */
  Optional<Value.Mapping> read(String text) {
    if (text.length() > LONGEST) {
      refuse("the file has %d characters".formatted(text.length()), "at most " + LONGEST);
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
    } catch (TooMuch e) {
      problems.wrong(
          e.place, String.valueOf(e.getMessage()), e.expected, "write the experiment out flat");
    } catch (YamlEngineException e) {
      refuse("not YAML: " + e.getMessage(), "well-formed YAML");
    }
    return Optional.empty();
  }

  private void refuse(String found, String expected) {
    problems.wrong(Place.of(source), found, expected, "see docs/experiment-file.md");
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
            value.place(), "a second document", "one experiment per file", "split the file");
      } else if (value instanceof Value.Mapping mapping) {
        top = Optional.of(mapping);
      } else if (value instanceof Value.Empty empty) {
        top = Optional.of(new Value.Mapping(Map.of(), empty.place()));
      } else {
        problems.wrong(
            value.place(),
            "the file holds " + value.words(),
            "keys such as variants: and plans:",
            "see docs/experiment-file.md");
      }
      seen = true;
    }
    return seen ? top : Optional.of(new Value.Mapping(Map.of(), new Place(source, 1, 1)));
  }

  private Value value(Event event, Iterator<Event> events, int depth) {
    Place place = place(event);
    if (depth > DEEPEST) {
      throw new TooMuch(
          place, "nested deeper than " + DEEPEST, "at most %d levels".formatted(DEEPEST));
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
            key.place(), "a key that is " + key.words(), "a word as key", "write a plain word");
      }
    }
    return new Value.Mapping(entries, place);
  }

  private Value resolve(AliasEvent alias, Place place) {
    aliases++;
    if (aliases > MOST_ALIASES) {
      throw new TooMuch(place, "more than " + MOST_ALIASES + " aliases", "few aliases, or none");
    }
    Value value = anchors.get(alias.getAlias());
    if (value == null) {
      problems.wrong(
          place,
          "the alias *%s names nothing written before it".formatted(alias.getAlias()),
          anchors.isEmpty() ? "no alias, for there is no anchor" : "one of " + anchors.keySet(),
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

  /** The text asks for more than any experiment needs; reading stops here. */
  private static final class TooMuch extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Place place;
    private final String expected;

    TooMuch(Place place, String message, String expected) {
      super(message);
      this.place = place;
      this.expected = expected;
    }
  }
}
