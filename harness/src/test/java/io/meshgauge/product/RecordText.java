package io.meshgauge.product;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.meshgauge.measure.counter.CounterSource;
import io.meshgauge.measure.counter.CounterSource.Presence;
import io.meshgauge.topology.Address;
import io.meshgauge.topology.Hop;
import io.meshgauge.topology.Replica;
import io.meshgauge.topology.plane.ConfigFile;
import io.meshgauge.topology.plane.DataPlane;
import io.meshgauge.topology.plane.ProxyProcess;
import io.meshgauge.topology.plane.ProxyType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Records as YAML without what is empty, {@code false} or the text of a configuration. */
final class RecordText {
  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .build();

  private RecordText() {}

  static String of(Object value) {
    try {
      return YAML.writeValueAsString(tree(value));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static @Nullable Object tree(Object value) {
    if (value instanceof Optional<?> optional) {
      return optional.map(RecordText::tree).orElse(null);
    }
    if (value instanceof CounterSource source) {
      return counter(source);
    }
    if (value instanceof ProxyType) {
      return value.getClass().getSimpleName();
    }
    if (value instanceof ConfigFile file) {
      return file.path().toString();
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> sorted = new TreeMap<>();
      map.forEach((key, it) -> put(sorted, key.toString(), it));
      return sorted;
    }
    if (value instanceof Collection<?> all) {
      return (all instanceof Set ? all.stream().sorted() : all.stream())
          .map(RecordText::tree)
          .toList();
    }
    boolean named = value instanceof Address || value instanceof Hop || value instanceof Replica;
    return value instanceof Record && !named ? record(value) : scalar(value);
  }

  private static Map<String, Object> record(Object value) {
    Map<String, Object> components = new LinkedHashMap<>();
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      try {
        put(components, component.getName(), component.getAccessor().invoke(value));
      } catch (IllegalAccessException | InvocationTargetException e) {
        throw new IllegalArgumentException(e);
      }
    }
    if (value instanceof DataPlane) {
      components.remove("listeners");
    }
    if (value instanceof ProxyProcess) {
      components.remove("config");
    }
    return components;
  }

  private static Object scalar(Object value) {
    return value instanceof Number || value instanceof Boolean ? value : value.toString();
  }

  private static void put(Map<String, Object> all, String name, @Nullable Object value) {
    Object tree = value == null ? null : tree(value);
    boolean empty =
        tree == null
            || tree.equals(false)
            || tree.equals("")
            || (tree instanceof Map<?, ?> map && map.isEmpty())
            || (tree instanceof Collection<?> list && list.isEmpty());
    if (!empty) {
      all.put(name, tree);
    }
  }

  private static String counter(CounterSource source) {
    String names = String.join(" + ", source.names());
    String less = source.less().isEmpty() ? "" : " - " + String.join(" - ", source.less());
    String presence = source.presence() == Presence.FROM_THE_START ? "" : source.presence() + " ";
    return names.isEmpty() ? "" : presence + names + less;
  }
}
