package io.meshgauge.fuzz;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Well-formed JSON with unexpected content: one to three values of an example are removed or
 * replaced.
 */
public final class JsonCases implements Function<SplittableRandom, byte[]> {
  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamWriteConstraints(
                      StreamWriteConstraints.builder().maxNestingDepth(5000).build())
                  .build())
          .build();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final List<JsonNode> examples;

  /** Cases from examples. */
  public JsonCases(String... examples) {
    this.examples = List.of(examples).stream().map(MAPPER::readTree).toList();
  }

  @Override
  public byte[] apply(SplittableRandom random) {
    JsonNode tree = examples.get(random.nextInt(examples.size())).deepCopy();
    int changes = 1 + random.nextInt(3);
    for (int i = 0; i < changes; i++) {
      change(tree, random);
    }
    return MAPPER.writeValueAsBytes(tree);
  }

  private static void change(JsonNode tree, SplittableRandom random) {
    List<JsonNode> parents = new ArrayList<>();
    collect(tree, parents);
    if (parents.isEmpty()) {
      return;
    }
    JsonNode parent = parents.get(random.nextInt(parents.size()));
    boolean away = random.nextInt(4) == 0;
    if (parent instanceof ObjectNode object) {
      List<String> names = new ArrayList<>(object.propertyNames());
      String name = names.get(random.nextInt(names.size()));
      if (away) {
        object.remove(name);
      } else {
        object.set(name, value(random, object.get(name)));
      }
    } else if (parent instanceof ArrayNode array) {
      int at = random.nextInt(array.size());
      if (away) {
        array.remove(at);
      } else {
        array.set(at, value(random, array.get(at)));
      }
    }
  }

  private static void collect(JsonNode node, List<JsonNode> parents) {
    if (node.isContainer() && !node.isEmpty()) {
      parents.add(node);
      node.forEach(child -> collect(child, parents));
    }
  }

  private static JsonNode value(SplittableRandom random, JsonNode old) {
    return switch (random.nextInt(13)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.numberNode(random.nextLong());
      case 2 -> NODES.numberNode(-1);
      case 3 -> NODES.numberNode(new BigDecimal("1e400"));
      case 4 -> NODES.numberNode(BigInteger.TWO.pow(200));
      case 5 -> NODES.stringNode("");
      case 6 -> NODES.stringNode("</script>\u0000\u202e" + "x".repeat(random.nextInt(3000)));
      case 7 -> NODES.arrayNode().add(old.deepCopy()).add(old.deepCopy());
      case 8 -> NODES.objectNode().set("value", old.deepCopy());
      case 9 -> NODES.booleanNode(random.nextBoolean());
      case 10 -> nested(1 << random.nextInt(11));
      case 11 -> NODES.stringNode("../../../etc/passwd");
      default -> NODES.arrayNode();
    };
  }

  private static JsonNode nested(int depth) {
    JsonNode node = NODES.arrayNode();
    for (int i = 0; i < depth; i++) {
      node = NODES.arrayNode().add(node);
    }
    return node;
  }
}
