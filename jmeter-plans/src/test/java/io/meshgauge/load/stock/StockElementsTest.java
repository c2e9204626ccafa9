package io.meshgauge.load.stock;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshgauge.load.worker.JMeterRuntime;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.apache.jmeter.testelement.TestElement;
import org.junit.jupiter.api.Test;

/**
 * Elements that plans can have, by JMeter's own list of their names: by linking, not by finding.
 */
class StockElementsTest {
  /** They need JavaMail or the Bean Scripting Framework, and are refused before anything starts. */
  private static final Set<String> REFUSED =
      Set.of(
          "BSFAssertion",
          "BSFListener",
          "BSFPostProcessor",
          "BSFPreProcessor",
          "BSFSampler",
          "BSFTimer",
          "MailerModel",
          "MailerResultCollector");

  @Test
  void everyElementThatIsThereCanBeMade() throws IOException {
    JMeterRuntime.start(Map.of());
    Properties names = new Properties();
    try (InputStream in = TestElement.class.getResourceAsStream("/bin/saveservice.properties")) {
      names.load(in);
    }
    List<String> failed = new ArrayList<>();
    int made = 0;
    for (String name : new TreeSet<>(names.stringPropertyNames())) {
      try {
        Class<?> type = Class.forName(names.getProperty(name));
        if (TestElement.class.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers())) {
          type.getDeclaredConstructor().newInstance();
          made++;
        }
      } catch (ClassNotFoundException e) {
        // Of another protocol, or of a form of JMeter's window.
      } catch (ReflectiveOperationException | LinkageError e) {
        failed.add(name);
      }
    }
    failed.removeIf(it -> it.endsWith("Gui") || it.endsWith("Panel") || it.endsWith("Visualizer"));
    assertThat(failed).containsExactlyInAnyOrderElementsOf(REFUSED);
    assertThat(made).isGreaterThan(100);
  }
}
