package io.meshgauge.product.envoy;

import io.meshgauge.probe.ProbeException;
import java.math.BigInteger;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Parser of Envoy's page {@value #PAGE}, which lists the certificates that it presents. */
final class EnvoyCertificates {
  static final String PAGE = "/certs";
  private static final int HEXADECIMAL = 16;
  private static final JsonMapper JSON = new JsonMapper();

  private EnvoyCertificates() {}

  /**
   * Serial numbers of the certificates on the page; more than one while some listeners or clusters
   * have not loaded a new one.
   *
   * @throws ProbeException when the page is not Envoy's
   */
  static Set<BigInteger> parse(String page) {
    Set<BigInteger> serials = new TreeSet<>();
    try {
      for (JsonNode held : JSON.readTree(page).path("certificates")) {
        JsonNode chain = held.path("cert_chain");
        if (!chain.isEmpty()) {
          // The first certificate of the chain is the proxy's own.
          String serial = chain.path(0).path("serial_number").asString();
          serials.add(new BigInteger(serial, HEXADECIMAL));
        }
      }
    } catch (JacksonException | NumberFormatException e) {
      throw new ProbeException(
          "%s is not Envoy's page of certificates: %s".formatted(PAGE, e.getMessage()), e);
    }
    return serials;
  }
}
