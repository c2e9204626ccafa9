/**
 * The elements in JMeter's window: one form, filled from each element's list of fields. Uses Swing
 * and JMeter's GUI classes, which the load worker never loads. Start reading at {@link
 * io.meshgauge.load.jmeter.gui.FieldForm}.
 */
@NullMarked
package io.meshgauge.load.jmeter.gui;

import org.jspecify.annotations.NullMarked;
