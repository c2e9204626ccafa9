/** The connections of proxies to each other: how long they are kept, and their TLS. Values only. */
@NullMarked
package io.meshgauge.topology.connection;

import org.jspecify.annotations.NullMarked;
