import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Prints the CPU time, in microseconds, that a warm JVM needs to verify an ES256 signature
 * (decision 54). Start it some hundred times:
 *
 * <pre>seq 300 | xargs -P 5 -I{} java -Xms64m -Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 SlowStarts.java | sort -n</pre>
 */
public class SlowStarts {
  private static final String ALGORITHM = "SHA256withECDSAinP1363Format";
  private static final int WARM_UP = 1500;
  private static final int MEASURED = 300;

  public static void main(String[] arguments) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    KeyPair keys = generator.generateKeyPair();
    byte[] message = new byte[300];
    Signature signer = Signature.getInstance(ALGORITHM);
    signer.initSign(keys.getPrivate());
    signer.update(message);
    byte[] signature = signer.sign();
    Callable<Boolean> verify =
        () -> {
          Signature verifier = Signature.getInstance(ALGORITHM);
          verifier.initVerify(keys.getPublic());
          verifier.update(message);
          return verifier.verify(signature);
        };
    ExecutorService threads = Executors.newFixedThreadPool(4);
    for (int i = 0; i < WARM_UP; i++) {
      Future<Boolean> verified = threads.submit(verify);
      if (i % 3 == 0 && !verified.get()) {
        throw new IllegalStateException("the signature is not valid");
      }
    }
    threads.shutdown();
    threads.awaitTermination(1, TimeUnit.MINUTES);
    Thread.sleep(300);
    ThreadMXBean thread = ManagementFactory.getThreadMXBean();
    long before = thread.getCurrentThreadCpuTime();
    for (int i = 0; i < MEASURED; i++) {
      verify.call();
    }
    System.out.println((thread.getCurrentThreadCpuTime() - before) / MEASURED / 1000);
  }
}
