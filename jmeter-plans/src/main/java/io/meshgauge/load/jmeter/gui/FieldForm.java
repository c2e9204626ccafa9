package io.meshgauge.load.jmeter.gui;

import io.meshgauge.load.jmeter.Field;
import java.awt.BorderLayout;
import java.awt.GridBagConstraints;
import java.awt.GridBagLayout;
import java.awt.Insets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.JTextArea;
import javax.swing.text.JTextComponent;
import org.apache.jmeter.testelement.TestElement;

/** A form of text fields, one per setting of an element. */
final class FieldForm extends JPanel {

  private static final long serialVersionUID = 1L;

  private final transient Map<Field, JTextComponent> inputs = new LinkedHashMap<>();

  FieldForm(List<Field> fields) {
    super(new BorderLayout());
    JPanel rows = new JPanel(new GridBagLayout());
    GridBagConstraints place = new GridBagConstraints();
    place.insets = new Insets(2, 4, 2, 4);
    place.anchor = GridBagConstraints.NORTHWEST;
    place.fill = GridBagConstraints.HORIZONTAL;
    for (Field field : fields) {
      JTextArea input = new JTextArea();
      inputs.put(field, input);
      JLabel label = new JLabel(field.label());
      label.setLabelFor(input);
      place.gridx = 0;
      place.weightx = 0;
      rows.add(label, place);
      place.gridx = 1;
      place.weightx = 1;
      rows.add(input, place);
    }
    add(rows, BorderLayout.NORTH);
    clear();
  }

  /** Shows the element's settings. */
  void show(TestElement element) {
    inputs.forEach((field, input) -> input.setText(field.text(element)));
  }

  /** Stores what the form shows in the element. */
  void store(TestElement element) {
    inputs.forEach((field, input) -> element.setProperty(field.property(), input.getText()));
  }

  /** Shows the presets. */
  void clear() {
    inputs.forEach((field, input) -> input.setText(field.preset()));
  }
}
