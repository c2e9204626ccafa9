package io.meshgauge.topology.plane;

import io.meshgauge.measure.counter.ProxyRules;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The administration interface of a product whose running proxies report their configuration. Pages
 * are read through a function from a path to the page's text; it throws when there is no answer.
 */
public interface ProxyControl {

  /** The release that is claimed of the proxy; empty: whichever there is. */
  String release();

  /** The rules by which a proxy retries, limits and ejects. */
  ProxyRules rules(UnaryOperator<String> pages);

  /**
   * Serial numbers of the certificates that a proxy presents; more than one while not all of its
   * listeners and clusters have loaded a new one.
   */
  Set<BigInteger> certificates(UnaryOperator<String> pages);

  /**
   * By listener the version of the configuration that new connections get, or a text that says why
   * there is none or another one to come.
   */
  Map<String, String> listenerVersions(UnaryOperator<String> pages);

  /**
   * Paths to post so that a data plane's limits are lifted for a warm-up, or are in force again;
   * empty where it has none.
   */
  List<String> limits(DataPlane plane, boolean lifted);
}
