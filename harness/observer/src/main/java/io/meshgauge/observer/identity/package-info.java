/** Who issues the identities of the services: files of the harness, or an Istio control plane. */
@NullMarked
package io.meshgauge.observer.identity;

import org.jspecify.annotations.NullMarked;
