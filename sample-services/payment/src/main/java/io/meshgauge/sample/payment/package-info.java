/**
 * Charges orders over gRPC and tells logging. May use the common module. Start reading at {@link
 * io.meshgauge.sample.payment.ChargeService}.
 */
@NullMarked
package io.meshgauge.sample.payment;

import org.jspecify.annotations.NullMarked;
