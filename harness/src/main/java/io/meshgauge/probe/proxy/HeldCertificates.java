package io.meshgauge.probe.proxy;

import io.meshgauge.probe.ProbeException;
import io.meshgauge.probe.Scraper;
import io.meshgauge.topology.Address;
import java.math.BigInteger;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The certificates that an Envoy shows to others, as its page {@value #PAGE} tells of them. */
public final class HeldCertificates {
  private static final String PAGE = "/certs";
  private static final int HEXADECIMAL = 16;
  private static final JsonMapper JSON = new JsonMapper();

  private final Scraper scraper;

  /** A reader of the page. */
  public HeldCertificates(Scraper scraper) {
    this.scraper = scraper;
  }

  /**
   * Serial numbers of the certificates that a proxy shows wherever it speaks TLS; more than one
   * while not all of its listeners and clusters have taken a new one.
   *
   * @throws ProbeException when the page is not there or is none of Envoy's
   */
  public Set<BigInteger> serials(Address admin) {
    return parse(scraper.get(admin, PAGE));
  }

  /**
   * The same of a page that was read.
   *
   * @throws ProbeException when it is none of Envoy's
   */
  static Set<BigInteger> parse(String page) {
    Set<BigInteger> serials = new TreeSet<>();
    try {
      for (JsonNode held : JSON.readTree(page).path("certificates")) {
        JsonNode chain = held.path("cert_chain");
        if (!chain.isEmpty()) {
          // The first is the proxy's own, which the others vouch for.
          String serial = chain.path(0).path("serial_number").asString();
          serials.add(new BigInteger(serial, HEXADECIMAL));
        }
      }
    } catch (JacksonException | NumberFormatException e) {
      throw new ProbeException(
          "%s is no page of certificates as Envoy writes it: %s".formatted(PAGE, e.getMessage()),
          e);
    }
    return serials;
  }
}
