/** Programs of proxies and tools: found, checked, and fetched once into the user's cache. */
@NullMarked
package io.meshgauge.platform.local.program;

import org.jspecify.annotations.NullMarked;
