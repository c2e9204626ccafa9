/** The verb {@code predict}: what an arm would cost under another load, from an archive alone. */
@NullMarked
package io.meshgauge.cli.predict;

import org.jspecify.annotations.NullMarked;
