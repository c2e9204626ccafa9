/**
 * The cut line: everything an experiment leaves behind is a file here, and everything below is a
 * pure function of those files.
 *
 * <p>A session is a folder with {@code session.json} and one folder per trial with {@code
 * run.json}, the load workers' histogram logs, and the raw scrapes at both edges of the window. May
 * use {@code experiment} and {@code measure}. Start reading at {@link
 * io.meshgauge.archive.RunArchive}.
 */
@NullMarked
package io.meshgauge.archive;

import org.jspecify.annotations.NullMarked;
