package io.meshgauge.predict;

import io.meshgauge.application.Application;
import io.meshgauge.experiment.Experiment;
import io.meshgauge.experiment.Plan;
import io.meshgauge.experiment.Protocol;
import io.meshgauge.experiment.Telemetry;
import io.meshgauge.experiment.TrafficSetting;
import io.meshgauge.experiment.Variant;
import io.meshgauge.topology.Hop;
import java.util.Map;

/**
 * What the cost of an arm depends on.
 *
 * @param rate requests per second, above 0
 * @param hops calls that a request causes, its own included; calls without a number in the
 *     application's file are not counted
 * @param services deployed services
 * @param payload bytes of padding in each answer of a service that pads
 * @param connections of the load
 * @param rules policy rules that no request matches, in front of each service
 * @param sampling share of traced requests, 0 to 1
 * @param configured services that no request uses, in the configuration of each proxy
 */
public record Conditions(
    double rate,
    double hops,
    double services,
    double payload,
    double connections,
    double rules,
    double sampling,
    double configured) {
  /** Setting of the padding. */
  public static final String PAYLOAD = "payload-bytes";

  /** Setting of the number of policy rules. */
  public static final String RULES = "policy-rules";

  /** Padding of the sample's services where no setting says. */
  private static final double DEFAULT_PAYLOAD = 512;

  /** The conditions that an arm is planned to run under. */
  static Conditions planned(Experiment experiment, Variant variant, Plan plan) {
    Protocol protocol = experiment.protocolOf(variant);
    Application application = experiment.application();
    Map<String, Double> shares = RequestShares.planned(application, plan);
    return new Conditions(
        protocol.rateOf(plan).orElse(1),
        hops(application, shares),
        Math.max(1, application.services().size()),
        Double.parseDouble(
            variant.setting(
                PAYLOAD,
                plan.properties().getOrDefault(PAYLOAD, Double.toString(DEFAULT_PAYLOAD)))),
        protocol.connections(),
        Double.parseDouble(variant.setting(RULES, "0")),
        Telemetry.of(variant).percent() / 100.0,
        configured(variant));
  }

  /** Services that no request uses, in the configuration of each proxy of a variant. */
  public static double configured(Variant variant) {
    return TrafficSetting.SYNTHETIC_SERVICES.of(variant).map(Double::valueOf).orElse(0.0);
  }

  /** Calls for each request of a mix, by the application's file. */
  static double hops(Application application, Map<String, Double> shares) {
    double hops = 1;
    for (Hop hop : application.hops()) {
      double each = hop.calls().perRequest().orElse(0);
      for (Map.Entry<String, Double> label : shares.entrySet()) {
        hops += hop.calls().follow(label.getKey()) ? each * label.getValue() : 0;
      }
    }
    return hops;
  }

  /** The same at another rate. */
  public Conditions at(double other) {
    return with(Factor.RATE, other);
  }

  /** The share of one of several copies of the application, among which the load is divided. */
  Conditions dividedAmong(double copies) {
    return at(rate / copies).with(Factor.CONNECTIONS, connections / copies);
  }

  /** The same with another value of one factor. */
  public Conditions with(Factor factor, double value) {
    return new Conditions(
        factor == Factor.RATE ? value : rate,
        factor == Factor.HOPS ? value : hops,
        factor == Factor.SERVICES ? value : services,
        factor == Factor.PAYLOAD ? value : payload,
        factor == Factor.CONNECTIONS ? value : connections,
        factor == Factor.RULES ? value : rules,
        factor == Factor.SAMPLING ? value : sampling,
        factor == Factor.CONFIGURED ? value : configured);
  }
}
