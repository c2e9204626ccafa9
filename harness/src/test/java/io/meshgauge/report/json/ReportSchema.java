package io.meshgauge.report.json;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.OptBoolean;
import io.meshgauge.measure.LatencyHistogram.Point;
import io.meshgauge.measure.Metric;
import io.meshgauge.stats.Interval;
import io.meshgauge.trend.AcceptedSessions;
import java.beans.Introspector;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Derives the schemas of the JSON report and of studies from {@link ReportJson} and {@link
 * StudyJson}, and the types of their components.
 *
 * <p>A component is required unless it is optional, nullable, or marked as not required because
 * older reports lack it.
 */
final class ReportSchema {
  private static final Set<Type> INTEGERS =
      Set.of(int.class, Integer.class, long.class, Long.class, OptionalInt.class);
  private static final Set<Type> NUMBERS = Set.of(double.class, Double.class, OptionalDouble.class);

  private final ObjectNode definitions = object();
  private final Map<String, Class<?>> defined = new HashMap<>();

  private ReportSchema() {}

  /** The schema of the report as text, which ends with a line break. */
  static String text() {
    return text("Meshgauge report", ReportJson.class, ReportJson.FORMAT, ReportJson.FORMAT_VERSION);
  }

  /** The schema of the analysis of a study. */
  static String ofStudies() {
    return text("Meshgauge study", StudyJson.class, StudyJson.FORMAT, StudyJson.FORMAT_VERSION);
  }

  /** The schema of accepted sessions. */
  static String ofAccepted() {
    return text(
        "Meshgauge accepted sessions",
        AcceptedJson.class,
        AcceptedSessions.FORMAT,
        AcceptedSessions.FORMAT_VERSION);
  }

  /** The schema of sessions as series. */
  static String ofTrends() {
    return text("Meshgauge trend", TrendJson.class, TrendJson.FORMAT, TrendJson.FORMAT_VERSION);
  }

  private static String text(String title, Class<?> type, String format, int version) {
    ReportSchema schema = new ReportSchema();
    ObjectNode root = object();
    root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    root.put("title", title);
    root.setAll(schema.ofRecord(type));
    root.withObject("/properties/format").put("const", format);
    root.withObject("/properties/formatVersion").put("const", version);
    root.set("$defs", schema.definitions);
    return JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
  }

  private ObjectNode ofRecord(Class<?> type) {
    ObjectNode node = object();
    JsonClassDescription about = type.getAnnotation(JsonClassDescription.class);
    if (about != null) {
      node.put("description", about.value());
    }
    node.put("type", "object");
    ObjectNode properties = node.putObject("properties");
    ArrayNode required = node.putArray("required");
    for (RecordComponent component : type.getRecordComponents()) {
      Field field = field(type, component.getName());
      JsonProperty property = field.getAnnotation(JsonProperty.class);
      String name =
          property == null || property.value().isEmpty() ? component.getName() : property.value();
      properties.set(name, ofComponent(component, field));
      if (!isOptional(component)
          && (property == null || property.isRequired() != OptBoolean.FALSE)) {
        required.add(name);
      }
    }
    return node.put("additionalProperties", false);
  }

  private static boolean isOptional(RecordComponent component) {
    return component.getType() == Optional.class
        || component.getType() == OptionalDouble.class
        || component.getType() == OptionalInt.class
        || component.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  private ObjectNode ofComponent(RecordComponent component, Field field) {
    ObjectNode node = object();
    JsonPropertyDescription about = field.getAnnotation(JsonPropertyDescription.class);
    if (about != null) {
      node.put("description", about.value());
    }
    return node.setAll(ofType(component.getGenericType(), field.getAnnotation(Range.class)));
  }

  private ObjectNode ofType(Type type, @Nullable Range range) {
    if (INTEGERS.contains(type)) {
      ObjectNode node = object().put("type", "integer");
      return range == null ? node.put("minimum", 0) : ranged(node, range);
    }
    if (NUMBERS.contains(type)) {
      ObjectNode node = object().put("type", "number");
      return range == null ? node : ranged(node, range);
    }
    if (type == boolean.class || type == Boolean.class) {
      return object().put("type", "boolean");
    }
    if (type == String.class || type == Instant.class) {
      return object().put("type", "string");
    }
    return type instanceof ParameterizedType generic
        ? ofGeneric(generic, range)
        : reference((Class<?>) type);
  }

  private ObjectNode ofGeneric(ParameterizedType type, @Nullable Range range) {
    Type[] of = type.getActualTypeArguments();
    if (type.getRawType() == Optional.class) {
      return ofType(of[0], range);
    }
    ObjectNode node = object();
    if (type.getRawType() == List.class || type.getRawType() == SortedSet.class) {
      node.put("type", "array").set("items", ofType(of[0], range));
      return node;
    }
    if (type.getRawType() != Map.class) {
      throw new IllegalStateException("no schema for " + type);
    }
    node.put("type", "object");
    if (of[0] != String.class) {
      node.set("propertyNames", ofType(of[0], null));
    }
    node.set("additionalProperties", ofType(of[1], range));
    return node;
  }

  private ObjectNode reference(Class<?> value) {
    Class<?> mixIn = JsonFormat.MAPPER.serializationConfig().findMixInClassFor(value);
    Class<?> type = mixIn == null ? value : mixIn;
    String name = name(type);
    Class<?> before = defined.putIfAbsent(name, type);
    if (before == null) {
      // Takes the place before its components do, so that definitions stand in reading order.
      definitions.putObject(name).setAll(definition(type));
    } else if (before != type) {
      throw new IllegalStateException(before + " and " + type + " are both called " + name);
    }
    return object().put("$ref", "#/$defs/" + name);
  }

  private ObjectNode definition(Class<?> type) {
    if (type == Interval.class) {
      return pair().put("description", "Lower and upper end.");
    }
    if (type == Point.class) {
      return pair();
    }
    if (type == Metric.class) {
      // Not listed: a new metric is no change of the format.
      return object()
          .put("description", "Key of a metric, for example " + Metric.RESPONSE_P99.key() + ".")
          .put("type", "string")
          .put("pattern", "^[a-z][a-z0-9_]*$");
    }
    if (type.isEnum()) {
      ObjectNode node = object();
      ArrayNode keys = node.putArray("enum");
      for (Object constant : type.getEnumConstants()) {
        keys.add(JsonFormat.key((Enum<?>) constant));
      }
      return node;
    }
    return ofRecord(type);
  }

  private static ObjectNode pair() {
    ObjectNode node = object().put("type", "array").put("minItems", 2).put("maxItems", 2);
    node.putObject("items").put("type", "number");
    return node;
  }

  private static ObjectNode ranged(ObjectNode node, Range range) {
    put(node, "minimum", range.min());
    put(node, "maximum", range.max());
    return node;
  }

  private static void put(ObjectNode node, String key, double bound) {
    if (bound == Math.rint(bound) && Double.isFinite(bound)) {
      node.put(key, (long) bound);
    } else if (Double.isFinite(bound)) {
      node.put(key, bound);
    }
  }

  /** Name of the definition: LoadJson is load, Alarm.Kind is alarmKind. */
  private static String name(Class<?> type) {
    Class<?> outer = type.getEnclosingClass();
    String prefix = outer == null || outer.getSimpleName().endsWith("Json") ? "" : name(outer);
    String own = type.getSimpleName().replaceFirst("Json$", "");
    return prefix.isEmpty() ? Introspector.decapitalize(own) : prefix + own;
  }

  private static Field field(Class<?> type, String name) {
    try {
      return type.getDeclaredField(name);
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException("a component without a field", e);
    }
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
