/**
 * What a trial is measured in: the deployment of an arm with its keys and load workers, of its own
 * or with services that arms share. Uses {@code session} and {@code fault}. Start reading at {@link
 * io.meshgauge.run.environment.TestEnvironment}.
 */
@NullMarked
package io.meshgauge.run.environment;

import org.jspecify.annotations.NullMarked;
