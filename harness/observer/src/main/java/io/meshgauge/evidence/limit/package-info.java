/** The proof that declared limits of CPU and memory were in force. */
@NullMarked
package io.meshgauge.evidence.limit;

import org.jspecify.annotations.NullMarked;
