package io.meshgauge.load.jmeter;

import io.meshgauge.load.course.Arrival;
import io.meshgauge.load.schedule.RequestMix;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.jmeter.control.Controller;
import org.apache.jmeter.control.GenericController;
import org.apache.jmeter.samplers.Sampler;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jorphan.util.JMeterStopTestException;
import org.jspecify.annotations.Nullable;

/**
 * A controller that runs one of its children per arrival, chosen by weight. The choice depends only
 * on the seed and the arrival's index, so every run of a schedule sends the same requests in the
 * same order, and the shares are exact after every full deck (see {@link RequestMix}). Outside an
 * open-loop thread group it uses the thread's iteration count.
 */
public class RequestMixController extends GenericController {

  private static final long serialVersionUID = 1L;

  /** Names of children and their weights. */
  public static final Field WEIGHTS =
      new Field("RequestMixController.weights", "Weights (child=weight, ...)", "");

  /** Seed of the shuffling. */
  public static final Field SEED = new Field("RequestMixController.seed", "Seed", "1");

  /** All settings, in the order of the GUI. */
  public static final List<Field> FIELDS = List.of(WEIGHTS, SEED);

  private transient RequestMix.@Nullable Dealer dealer;
  private transient int[] childOfKind = {};
  private transient long iterations;

  /** The mix of the settings. */
  public RequestMix mix() {
    return RequestMix.parse(WEIGHTS.text(this), SEED.wholeLong(this));
  }

  /** Checks that the weights name exactly the children. */
  void checkChildren(Collection<?> children) {
    SortedSet<String> names =
        children.stream()
            .filter(child -> child instanceof Sampler || child instanceof Controller)
            .map(child -> ((TestElement) child).getName())
            .collect(Collectors.toCollection(TreeSet::new));
    SortedSet<String> weighted = new TreeSet<>(mix().labels());
    if (!names.equals(weighted)) {
      throw new IllegalArgumentException(
          "Request mix '%s' weighs %s, but its children are %s. Weigh each child once, by its name."
              .formatted(getName(), weighted, names));
    }
  }

  @Override
  public void initialize() {
    super.initialize();
    try {
      checkChildren(subControllersAndSamplers);
    } catch (IllegalArgumentException e) {
      throw new JMeterStopTestException(e.getMessage(), e);
    }
    RequestMix mix = mix();
    List<String> names = subControllersAndSamplers.stream().map(TestElement::getName).toList();
    childOfKind = mix.labels().stream().mapToInt(names::indexOf).toArray();
    dealer = mix.dealer();
  }

  @Override
  public Sampler next() {
    RequestMix.Dealer dealing = dealer;
    if (isFirst() && dealing != null) {
      Arrival arrival = Arrival.current();
      current = childOfKind[dealing.kindOf(arrival == null ? iterations++ : arrival.index())];
    }
    return super.next();
  }

  @Override
  protected void incrementCurrent() {
    // One child per arrival: then the controller is done.
    current = Integer.MAX_VALUE;
  }
}
