/**
 * State of one session: folders, progress, phases, and the trials that remain.
 *
 * <p>Start reading at {@link io.meshgauge.run.session.SessionContext}.
 */
@NullMarked
package io.meshgauge.run.session;

import org.jspecify.annotations.NullMarked;
