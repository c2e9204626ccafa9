package io.meshgauge.load.worker;

import java.util.HashMap;
import java.util.Map;
import java.util.prefs.AbstractPreferences;
import java.util.prefs.Preferences;
import java.util.prefs.PreferencesFactory;
import org.jspecify.annotations.Nullable;

/**
 * User preferences in memory. JMeter reads its GUI's preferences even without a GUI, which by
 * default creates a folder in the user's home and a timer that writes to it.
 */
public final class InMemoryPreferences implements PreferencesFactory {

  private final Preferences root = new Node(null, "");

  /** Called by the JDK, by class name. */
  public InMemoryPreferences() {}

  /** Registers this class with the JDK; effective only before the first use of preferences. */
  static void install() {
    System.setProperty("java.util.prefs.PreferencesFactory", InMemoryPreferences.class.getName());
  }

  @Override
  public Preferences systemRoot() {
    return root;
  }

  @Override
  public Preferences userRoot() {
    return root;
  }

  private static final class Node extends AbstractPreferences {
    private final Map<String, String> values = new HashMap<>();
    private final Map<String, Node> children = new HashMap<>();

    Node(@Nullable Node parent, String name) {
      super(parent, name);
    }

    @Override
    protected void putSpi(String key, String value) {
      values.put(key, value);
    }

    @Override
    protected @Nullable String getSpi(String key) {
      return values.get(key);
    }

    @Override
    protected void removeSpi(String key) {
      values.remove(key);
    }

    @Override
    protected void removeNodeSpi() {
      values.clear();
    }

    @Override
    protected String[] keysSpi() {
      return values.keySet().toArray(String[]::new);
    }

    @Override
    protected String[] childrenNamesSpi() {
      return children.keySet().toArray(String[]::new);
    }

    @Override
    protected AbstractPreferences childSpi(String name) {
      return children.computeIfAbsent(name, unused -> new Node(this, name));
    }

    @Override
    protected void syncSpi() {
      // Nothing to synchronize with.
    }

    @Override
    protected void flushSpi() {
      // Nothing to synchronize with.
    }
  }
}
