package io.meshgauge.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The texts of reports in the language of this process. A key is {@code area.name}: its text is in
 * {@code area.en.properties} and {@code area.uk.properties} of this package. Numbers, units, names
 * in files and whatever an archive quotes are the same in all languages.
 */
public final class Messages {
  /** A text in a template: its key in double brackets. */
  private static final Pattern IN_TEMPLATE = Pattern.compile("\\[\\[([a-z0-9.-]+)]]");

  private static final Map<String, Map<String, String>> AREAS = new ConcurrentHashMap<>();
  private static volatile Language language = Language.ENGLISH;

  private Messages() {}

  /** The language of all texts of this process. */
  public static Language language() {
    return language;
  }

  /** Sets the language of all texts of this process, before the first report is made. */
  public static void use(Language chosen) {
    language = chosen;
  }

  /**
   * A text with its values in place.
   *
   * @param key {@code area.name}
   * @param values for {@code %s} and the other conversions of {@link String#format}, which never
   *     depend on the language
   * @throws IllegalArgumentException if there is no such text
   */
  public static String get(String key, Object... values) {
    return String.format(Locale.ROOT, raw(key), values);
  }

  /**
   * A count with its noun, for example {@code 1 run} or {@code 3 runs}.
   *
   * @param key {@code area.noun}; its texts are {@code noun.one}, {@code noun.few}, {@code
   *     noun.many} and {@code noun.other}, as far as the language has these plural forms, each with
   *     one {@code %s} for the count
   */
  public static String count(long count, String key) {
    return get(key + "." + language.plural(count), Long.toString(count));
  }

  /** A template in which every key in double brackets is replaced by its text, as it stands. */
  public static String fill(String template) {
    return IN_TEMPLATE
        .matcher(template)
        .replaceAll(found -> Matcher.quoteReplacement(raw(found.group(1))));
  }

  /** All texts of an area by name, as they stand: a per cent sign of a format is {@code %%}. */
  public static Map<String, String> area(String name) {
    return AREAS.computeIfAbsent(name + "." + language.code(), Messages::read);
  }

  private static String raw(String key) {
    int dot = key.indexOf('.');
    String text = dot < 0 ? null : area(key.substring(0, dot)).get(key.substring(dot + 1));
    if (text == null) {
      throw new IllegalArgumentException(
          "no text " + key + " in " + language.code() + "; a key is area.name of a file of texts");
    }
    return text;
  }

  private static Map<String, String> read(String file) {
    String name = file + ".properties";
    try (InputStream in = Messages.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalArgumentException("the harness lacks its texts " + name);
      }
      Properties texts = new Properties();
      texts.load(new InputStreamReader(in, StandardCharsets.UTF_8));
      return texts.stringPropertyNames().stream()
          .collect(Collectors.toUnmodifiableMap(key -> key, texts::getProperty));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the texts " + name, e);
    }
  }
}
