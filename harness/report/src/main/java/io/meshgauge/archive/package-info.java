/**
 * The cut line between measuring and judging: everything an experiment produces is a file here, and
 * all analysis is a pure function of those files.
 *
 * <p>A session is a folder with {@code session.json} and one folder per trial with {@code
 * run.json}, the histogram logs of the load workers, and the raw scrapes from both edges of the
 * window. May use {@code experiment} and {@code measure}. Start reading at {@link
 * io.meshgauge.archive.RunArchive}.
 */
@NullMarked
package io.meshgauge.archive;

import org.jspecify.annotations.NullMarked;
