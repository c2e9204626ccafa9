/**
 * Results as OpenTelemetry metrics, sent by OTLP to a collector. Start reading at {@link
 * io.meshgauge.cli.otlp.OtlpOptions}.
 */
@NullMarked
package io.meshgauge.cli.otlp;

import org.jspecify.annotations.NullMarked;
