/**
 * What the tests of all services share: a service started in-process, plain HTTP answers, tokens
 * signed with real keys. Start reading at {@link
 * io.meshgauge.sample.common.testing.RunningService}.
 */
@NullMarked
package io.meshgauge.sample.common.testing;

import org.jspecify.annotations.NullMarked;
