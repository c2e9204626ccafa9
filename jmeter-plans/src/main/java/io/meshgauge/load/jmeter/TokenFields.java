package io.meshgauge.load.jmeter;

import io.meshgauge.load.http.TokenFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.jmeter.testelement.TestElement;

/** The settings of a sampler for its bearer token. */
record TokenFields(Field token, Field file) {

  /** The settings of the element of that name. */
  static TokenFields of(String element) {
    return new TokenFields(
        new Field(element + ".token", "Bearer token (name in the file)", ""),
        new Field(element + ".tokens", "Token file (properties)", ""));
  }

  /** In the order of the GUI. */
  List<Field> list() {
    return List.of(token, file);
  }

  /** The value of the authorization header; empty for none. Fails as {@link #read} does. */
  Optional<String> authorization(TestElement element) {
    return read(element).map("Bearer "::concat);
  }

  /**
   * The token itself; empty for none.
   *
   * @throws IllegalArgumentException if the token cannot be read
   */
  Optional<String> read(TestElement element) {
    String name = token.text(element);
    if (name.isEmpty()) {
      return Optional.empty();
    }
    String path = file.text(element);
    if (path.isEmpty()) {
      throw new IllegalArgumentException(
          "The token '" + name + "' needs a token file. Name one with -Jtokens=FILE.");
    }
    return Optional.of(TokenFile.read(Path.of(path)).token(name));
  }
}
