/** What a report says of an arm: its runs, promises, failures and shares of the machine. */
@NullMarked
package io.meshgauge.report.arm;

import org.jspecify.annotations.NullMarked;
