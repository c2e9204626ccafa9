/**
 * Requests that a changed rule answers differently, sent all the time to every proxy, to find when
 * each passes from the old rule to the new one.
 *
 * <p>Start reading at {@link io.meshgauge.evidence.enforcement.RuleWatch}.
 */
@NullMarked
package io.meshgauge.evidence.enforcement;

import org.jspecify.annotations.NullMarked;
