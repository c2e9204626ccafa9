package io.meshgauge.config.jmx;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Puts the test fragments that Include Controllers name in their place, as JMeter does when it
 * starts a plan: what is checked, listed and converted is what will run. Paths are relative to the
 * folder of the plan, also those in fragments.
 */
final class Includes {
  private static final String TYPE = "IncludeController";
  private static final String PATH = "IncludeController.includepath";

  private final Path folder;
  private final Set<String> files = new LinkedHashSet<>();

  /**
   * @param folder of the plan
   */
  Includes(Path folder) {
    this.folder = folder;
  }

  /**
   * Replaces every Include Controller that is on by an ordinary one with the fragment's elements.
   *
   * @return the included files, as the plan writes them
   * @throws JmxException if a file is missing, is no plan, has no fragment, or includes itself
   */
  List<String> resolve(JmxDocument plan) {
    resolve(plan.top(), plan.source(), Set.of());
    return new ArrayList<>(files);
  }

  private void resolve(JmxNode node, String source, Set<String> above) {
    for (JmxNode child : node.enabledChildren()) {
      if (child.type().equals(TYPE)) {
        include(child, source, above);
      } else {
        resolve(child, source, above);
      }
    }
  }

  private void include(JmxNode controller, String source, Set<String> above) {
    String path = controller.text(PATH);
    Path file = file(controller, path, source);
    Set<String> open = new HashSet<>(above);
    if (!open.add(path)) {
      throw refused(controller, source, "includes \"%s\", which includes itself".formatted(path));
    }
    JmxNode fragment =
        JmxDocument.alone(file).top().children().stream()
            .filter(it -> it.type().equals("TestFragmentController"))
            .findFirst()
            .orElseThrow(
                () ->
                    refused(
                        controller,
                        source,
                        "includes \"%s\", which has no Test Fragment".formatted(path)));
    files.add(path);
    Element tree = controller.tree();
    if (tree == null || fragment.tree() == null) {
      return;
    }
    for (Node it = fragment.tree().getFirstChild(); it != null; it = it.getNextSibling()) {
      tree.appendChild(copy(it, tree, file.toString()));
    }
    Element plain = tree.getOwnerDocument().createElement("GenericController");
    plain.setAttribute("guiclass", "LogicControllerGui");
    plain.setAttribute("testclass", "GenericController");
    plain.setAttribute("testname", controller.name());
    plain.setUserData(TreeBuilder.LINE, controller.line(), null);
    plain.setUserData(
        TreeBuilder.SOURCE, controller.element().getUserData(TreeBuilder.SOURCE), null);
    controller.element().getParentNode().replaceChild(plain, controller.element());
    resolve(new JmxNode(plain, tree), file.toString(), open);
  }

  private Path file(JmxNode controller, String path, String source) {
    if (path.isEmpty()) {
      throw refused(controller, source, "includes nothing: its path is empty");
    }
    if (path.contains("${")) {
      throw refused(
          controller,
          source,
          "includes \"%s\", and JMeter replaces no variable in such a path".formatted(path));
    }
    try {
      Path file = folder.resolve(path);
      if (Files.isRegularFile(file)) {
        return file;
      }
    } catch (InvalidPathException e) {
      // Refused like a file that does not exist.
    }
    throw refused(
        controller,
        source,
        "includes \"%s\", which does not exist in %s"
            .formatted(path, folder.toAbsolutePath().normalize()));
  }

  private static JmxException refused(JmxNode controller, String source, String what) {
    return new JmxException(
        source,
        controller.line(),
        "the Include Controller \"%s\" %s".formatted(controller.name(), what),
        "the path of a plan with a Test Fragment, relative to the folder of the plan",
        "correct it in JMeter, or switch the controller off");
  }

  /** A copy for another document that keeps the lines, and the name of the file they are of. */
  private static Node copy(Node from, Element to, String source) {
    Node made = to.getOwnerDocument().importNode(from, false);
    if (from instanceof Element) {
      made.setUserData(TreeBuilder.LINE, from.getUserData(TreeBuilder.LINE), null);
      made.setUserData(TreeBuilder.SOURCE, source, null);
    }
    for (Node it = from.getFirstChild(); it != null; it = it.getNextSibling()) {
      made.appendChild(copy(it, to, source));
    }
    return made;
  }
}
