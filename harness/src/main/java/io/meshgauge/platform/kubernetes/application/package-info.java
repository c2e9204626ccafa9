/**
 * An application's own manifests: read, checked before anything is deployed, and composed with what
 * a mesh adds.
 */
@NullMarked
package io.meshgauge.platform.kubernetes.application;

import org.jspecify.annotations.NullMarked;
