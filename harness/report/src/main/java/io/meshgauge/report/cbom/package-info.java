/** The cryptographic bill of materials: what TLS was observed on every hop, in CycloneDX. */
@NullMarked
package io.meshgauge.report.cbom;

import org.jspecify.annotations.NullMarked;
