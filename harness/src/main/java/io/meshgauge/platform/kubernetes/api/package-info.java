/**
 * The API server: the named context, permissions, server-side apply under one field manager, and
 * access to pods.
 */
@NullMarked
package io.meshgauge.platform.kubernetes.api;

import org.jspecify.annotations.NullMarked;
