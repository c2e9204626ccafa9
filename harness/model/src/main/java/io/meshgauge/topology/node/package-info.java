/** On which nodes of a cluster the workloads of an arm run, as the experiment requests it. */
@NullMarked
package io.meshgauge.topology.node;

import org.jspecify.annotations.NullMarked;
