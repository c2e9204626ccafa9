package io.meshgauge.text;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Sets the language of the process back after tests that change it. */
public final class EnglishAfterwards implements AfterEachCallback {
  @Override
  public void afterEach(ExtensionContext context) {
    Messages.use(Language.ENGLISH);
  }
}
