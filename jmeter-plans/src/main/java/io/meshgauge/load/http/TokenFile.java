package io.meshgauge.load.http;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Properties;
import java.util.TreeSet;

/** A properties file of bearer tokens by the name of their subject, such as {@code customer}. */
public final class TokenFile {

  private final Path file;
  private final Properties tokens = new Properties();

  private TokenFile(Path file) {
    this.file = file;
  }

  /**
   * Reads a token file.
   *
   * @throws IllegalArgumentException when it cannot be read
   */
  public static TokenFile read(Path file) {
    TokenFile read = new TokenFile(file);
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      read.tokens.load(reader);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(
          "There is no token file " + file + ". Name one with -Jtokens=FILE.", e);
    } catch (IOException e) {
      throw new IllegalArgumentException("Token file " + file + " cannot be read: " + e, e);
    }
    return read;
  }

  /**
   * The token of that name.
   *
   * @throws IllegalArgumentException if there is none, listing the known names
   */
  public String token(String name) {
    String token = tokens.getProperty(name);
    if (token == null || token.isBlank()) {
      throw new IllegalArgumentException(
          "Token file "
              + file
              + " has no token '"
              + name
              + "'. It has: "
              + String.join(", ", new TreeSet<>(tokens.stringPropertyNames()))
              + ".");
    }
    return token.strip();
  }
}
