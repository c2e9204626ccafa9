package io.meshgauge.load.guard;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.net.InetAddress;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A Java agent that calls a {@link BiConsumer} before the JDK connects, sends a datagram, resolves
 * a name or starts a program. All kinds of sockets pass these four methods. Classes of the JDK see
 * no class of ours, so the consumer is a value of the system properties.
 */
public final class NetworkAgent {
  /** Name of the system property whose value is the consumer. */
  static final String KEY = "io.meshgauge.network-guard";

  /** The second argument is the port of the socket address that is the first. */
  private static final int DATAGRAM = -3;

  /**
   * A method of the JDK at whose start the consumer is called.
   *
   * @param parameters beginning of its descriptor
   * @param what local variable that is the consumer's first argument
   * @param port local variable that is its second; a negative one is itself the argument
   */
  private record Hook(String name, String parameters, int what, int port) {}

  private static final Map<String, Hook> HOOKS =
      Map.of(
          "sun/nio/ch/Net",
          new Hook(
              "connect",
              "(Ljava/net/ProtocolFamily;Ljava/io/FileDescriptor;Ljava/net/InetAddress;I)",
              2,
              3),
          "java/net/InetAddress",
          new Hook("getAddressesFromNameService", "(Ljava/lang/String;", 0, NetworkGuard.NAME),
          "java/lang/ProcessBuilder",
          new Hook("start", "([Ljava/lang/ProcessBuilder$Redirect;)", 0, NetworkGuard.PROGRAM),
          "sun/nio/ch/DatagramChannelImpl",
          new Hook(
              "send",
              "(Ljava/io/FileDescriptor;Ljava/nio/ByteBuffer;Ljava/net/InetSocketAddress;)",
              3,
              DATAGRAM));

  private NetworkAgent() {}

  /** Called by the JVM before {@code main}. */
  public static void premain(String arguments, Instrumentation instrumentation)
      throws ClassNotFoundException, UnmodifiableClassException {
    BiConsumer<Object, Object> everything = (what, port) -> {};
    System.getProperties().put(KEY, everything);
    Transformer transformer = new Transformer();
    instrumentation.addTransformer(transformer, true);
    instrumentation.retransformClasses(
        Class.forName("sun.nio.ch.Net"),
        Class.forName("sun.nio.ch.DatagramChannelImpl"),
        ProcessBuilder.class,
        InetAddress.class);
    if (transformer.hooked < HOOKS.size()) {
      throw new IllegalStateException(
          "Java %s connects in another way than expected; %d of %d methods were found. Run the load worker with Java 17 to 25."
              .formatted(Runtime.version(), transformer.hooked, HOOKS.size()));
    }
  }

  private static final class Transformer implements ClassFileTransformer {
    private int hooked;

    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        String name,
        @Nullable Class<?> type,
        @Nullable ProtectionDomain domain,
        byte[] code) {
      Hook hook = HOOKS.get(name);
      if (hook == null) {
        return null;
      }
      ClassReader reader = new ClassReader(code);
      ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
      reader.accept(
          new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(
                int access,
                String method,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
              MethodVisitor inner =
                  super.visitMethod(access, method, descriptor, signature, exceptions);
              if (!method.equals(hook.name()) || !descriptor.startsWith(hook.parameters())) {
                return inner;
              }
              hooked++;
              return new MethodVisitor(Opcodes.ASM9, inner) {
                @Override
                public void visitCode() {
                  super.visitCode();
                  call(this, hook);
                }
              };
            }
          },
          0);
      return writer.toByteArray();
    }
  }

  private static void call(MethodVisitor code, Hook hook) {
    String consumer = Type.getInternalName(BiConsumer.class);
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        "java/lang/System",
        "getProperties",
        "()Ljava/util/Properties;",
        false);
    code.visitLdcInsn(KEY);
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL,
        "java/util/Properties",
        "get",
        "(Ljava/lang/Object;)Ljava/lang/Object;",
        false);
    code.visitTypeInsn(Opcodes.CHECKCAST, consumer);
    code.visitVarInsn(Opcodes.ALOAD, hook.what());
    if (hook.port() == DATAGRAM) {
      address(code, "getAddress", "()Ljava/net/InetAddress;");
      code.visitVarInsn(Opcodes.ALOAD, hook.what());
      address(code, "getPort", "()I");
    } else if (hook.port() < 0) {
      code.visitIntInsn(Opcodes.BIPUSH, hook.port());
    } else {
      code.visitVarInsn(Opcodes.ILOAD, hook.port());
    }
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC, "java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;", false);
    code.visitMethodInsn(
        Opcodes.INVOKEINTERFACE,
        consumer,
        "accept",
        "(Ljava/lang/Object;Ljava/lang/Object;)V",
        true);
  }

  private static void address(MethodVisitor code, String getter, String descriptor) {
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL, "java/net/InetSocketAddress", getter, descriptor, false);
  }
}
