/**
 * The objects that an experiment applies: rendered from {@code k8s/}, with the values of the run.
 */
@NullMarked
package io.meshgauge.platform.kubernetes.objects;

import org.jspecify.annotations.NullMarked;
