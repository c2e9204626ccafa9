/**
 * Replicas of services under any product that distributes calls over them: their number, the
 * algorithm, and replicas that are made slow or failing on purpose.
 *
 * <p>Start reading at {@link io.meshgauge.product.replica.ReplicaSettings}.
 */
@NullMarked
package io.meshgauge.product.replica;

import org.jspecify.annotations.NullMarked;
