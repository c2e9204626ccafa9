package io.meshgauge.load.grpc;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Compiled proto files by name: services, methods and their message types. */
final class ProtoFiles {

  private static final String CLASSPATH = "classpath:";

  private final String source;
  private final Map<String, FileDescriptorProto> files = new LinkedHashMap<>();

  /**
   * Creates an empty set.
   *
   * @param source origin of the files, for messages
   */
  ProtoFiles(String source) {
    this.source = source;
  }

  /**
   * Reads a descriptor set, written by {@code protoc --include_imports --descriptor_set_out}.
   *
   * @param file a file, or {@code classpath:NAME} for one shipped with the load worker
   * @throws IllegalArgumentException if it cannot be read
   */
  static ProtoFiles read(String file) {
    ProtoFiles read = new ProtoFiles("descriptor set " + file);
    try {
      FileDescriptorSet.parseFrom(bytes(file)).getFileList().forEach(read::add);
      return read;
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(
          "There is no descriptor set "
              + file
              + ". Write one with 'protoc --include_imports --descriptor_set_out=FILE', or omit it"
              + " to use server reflection.",
          e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "File " + file + " is not a protobuf descriptor set: " + e.getMessage(), e);
    }
  }

  private static byte[] bytes(String file) throws IOException {
    if (!file.startsWith(CLASSPATH)) {
      return Files.readAllBytes(Path.of(file));
    }
    String name = file.substring(CLASSPATH.length());
    try (InputStream resource = ProtoFiles.class.getResourceAsStream("/" + name)) {
      if (resource == null) {
        throw new NoSuchFileException(file);
      }
      return resource.readAllBytes();
    }
  }

  void add(FileDescriptorProto file) {
    files.put(file.getName(), file);
  }

  /** Imports of the files that are missing. */
  SortedSet<String> missing() {
    SortedSet<String> missing = new TreeSet<>();
    files.values().forEach(file -> missing.addAll(file.getDependencyList()));
    missing.removeAll(files.keySet());
    return missing;
  }

  /**
   * The method of that name.
   *
   * @throws IllegalArgumentException if there is none or it is not unary, listing the known ones
   */
  MethodDescriptor method(GrpcMethod wanted) {
    List<String> known = new ArrayList<>();
    Map<String, FileDescriptor> built = new HashMap<>();
    for (String name : files.keySet()) {
      for (ServiceDescriptor service : build(name, built).getServices()) {
        for (MethodDescriptor method : service.getMethods()) {
          known.add(service.getFullName() + "/" + method.getName());
          if (known.get(known.size() - 1).equals(wanted.toString())) {
            return unary(method, wanted);
          }
        }
      }
    }
    throw new IllegalArgumentException(
        "The " + source + " has no method " + wanted + ". It has: " + String.join(", ", known));
  }

  private static MethodDescriptor unary(MethodDescriptor method, GrpcMethod wanted) {
    if (method.isClientStreaming() || method.isServerStreaming()) {
      throw new IllegalArgumentException(
          "The method " + wanted + " streams; expected a unary one, with one message each way.");
    }
    return method;
  }

  private FileDescriptor build(String name, Map<String, FileDescriptor> built) {
    FileDescriptor done = built.get(name);
    if (done != null) {
      return done;
    }
    FileDescriptorProto file = files.get(name);
    if (file == null) {
      throw new IllegalArgumentException(
          "The "
              + source
              + " lacks "
              + name
              + "; expected every import to be in it"
              + " (protoc --include_imports). It has: "
              + String.join(", ", files.keySet()));
    }
    FileDescriptor[] imports =
        file.getDependencyList().stream()
            .map(imported -> build(imported, built))
            .toArray(FileDescriptor[]::new);
    try {
      FileDescriptor descriptor = FileDescriptor.buildFrom(file, imports);
      built.put(name, descriptor);
      return descriptor;
    } catch (Descriptors.DescriptorValidationException e) {
      throw new IllegalArgumentException(
          "The " + source + " is inconsistent: " + e.getMessage(), e);
    }
  }
}
