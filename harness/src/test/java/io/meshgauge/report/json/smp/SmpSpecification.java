package io.meshgauge.report.json.smp;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MessageOptions;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.util.JsonFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Protobuf descriptors of SMP, made of {@code messages.txt}. Protobuf's own reader of JSON refuses
 * fields that a message does not have, and values of another type.
 */
final class SmpSpecification {
  private static final Map<String, Type> SCALARS =
      Map.of(
          "string", Type.TYPE_STRING,
          "bool", Type.TYPE_BOOL,
          "int32", Type.TYPE_INT32,
          "int64", Type.TYPE_INT64,
          "double", Type.TYPE_DOUBLE);

  private final FileDescriptorProto.Builder file =
      FileDescriptorProto.newBuilder()
          .setName("smp.proto")
          .setPackage("smp")
          .setSyntax("proto3")
          .addDependency("google/protobuf/timestamp.proto");

  private SmpSpecification() {}

  /** Reads a document as a message of the specification; fails if it is none. */
  static DynamicMessage read(String json) throws Exception {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(export());
    JsonFormat.parser().merge(json, message);
    return message.build();
  }

  private static Descriptor export() throws Exception {
    SmpSpecification specification = new SmpSpecification();
    for (String paragraph : text().split("\n\\s*\n")) {
      String[] lines = paragraph.strip().split("\n");
      if (lines[0].startsWith("enum ")) {
        specification.enumeration(lines[0].split(" "));
      } else if (!lines[0].startsWith("#")) {
        specification.message(lines);
      }
    }
    return FileDescriptor.buildFrom(
            specification.file.build(), new FileDescriptor[] {TimestampProto.getDescriptor()})
        .findMessageTypeByName("Export");
  }

  private static String text() throws IOException {
    try (InputStream in = SmpSpecification.class.getResourceAsStream("messages.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Values of an enumeration are unique in their package, so each stands in a message. */
  private void enumeration(String[] words) {
    EnumDescriptorProto.Builder values = EnumDescriptorProto.newBuilder().setName("Value");
    for (int i = 2; i < words.length; i++) {
      values.addValue(EnumValueDescriptorProto.newBuilder().setName(words[i]).setNumber(i - 2));
    }
    file.addMessageType(DescriptorProto.newBuilder().setName(words[1]).addEnumType(values));
  }

  private void message(String[] lines) {
    DescriptorProto.Builder message = DescriptorProto.newBuilder().setName(lines[0]);
    for (int i = 1; i < lines.length; i++) {
      String[] words = lines[i].split(" ");
      FieldDescriptorProto.Builder field =
          FieldDescriptorProto.newBuilder()
              .setNumber(Integer.parseInt(words[0]))
              .setName(words[1])
              .setJsonName(words[1])
              .setLabel(words[2].endsWith("*") ? Label.LABEL_REPEATED : Label.LABEL_OPTIONAL);
      String type = words[2].replace("*", "");
      Type scalar = SCALARS.get(type);
      if (scalar != null) {
        field.setType(scalar);
      } else if (type.equals("map")) {
        message.addNestedType(entry(words[1]));
        field
            .setLabel(Label.LABEL_REPEATED)
            .setType(Type.TYPE_MESSAGE)
            .setTypeName(".smp.%s.%s".formatted(lines[0], entryName(words[1])));
      } else if (type.equals("Timestamp")) {
        field.setType(Type.TYPE_MESSAGE).setTypeName(".google.protobuf.Timestamp");
      } else if (type.equals("Protocol") || type.equals("Type")) {
        field.setType(Type.TYPE_ENUM).setTypeName(".smp.%s.Value".formatted(type));
      } else {
        field.setType(Type.TYPE_MESSAGE).setTypeName(".smp." + type);
      }
      message.addField(field);
    }
    file.addMessageType(message);
  }

  private static DescriptorProto entry(String field) {
    return DescriptorProto.newBuilder()
        .setName(entryName(field))
        .setOptions(MessageOptions.newBuilder().setMapEntry(true))
        .addField(string(1, "key"))
        .addField(string(2, "value"))
        .build();
  }

  private static FieldDescriptorProto string(int number, String name) {
    return FieldDescriptorProto.newBuilder()
        .setNumber(number)
        .setName(name)
        .setLabel(Label.LABEL_OPTIONAL)
        .setType(Type.TYPE_STRING)
        .build();
  }

  private static String entryName(String field) {
    return field.substring(0, 1).toUpperCase(Locale.ROOT) + field.substring(1) + "Entry";
  }
}
