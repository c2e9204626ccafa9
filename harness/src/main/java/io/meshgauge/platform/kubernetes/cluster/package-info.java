/**
 * The cluster as a whole: its facts and examination, the namespaces of experiments, and what dead
 * experiments have left.
 */
@NullMarked
package io.meshgauge.platform.kubernetes.cluster;

import org.jspecify.annotations.NullMarked;
