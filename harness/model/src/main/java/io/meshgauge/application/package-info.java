/**
 * The system under load as its file describes it: services, the calls between them, and what the
 * load sends under each plan.
 */
@NullMarked
package io.meshgauge.application;

import org.jspecify.annotations.NullMarked;
