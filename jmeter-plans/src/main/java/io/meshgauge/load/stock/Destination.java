package io.meshgauge.load.stock;

import java.net.URL;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.samplers.Sampler;
import org.jspecify.annotations.Nullable;

/**
 * The only address that a user's plan may load: the entry of the application. It is compared with
 * what an HTTP sampler is about to request, when all variables have their values, and with where
 * redirects have led.
 *
 * @param host of the entry; empty: nothing is checked
 * @param port of the entry
 * @param protocol {@code http} or {@code https}
 */
public record Destination(String host, String port, String protocol) {

  private static final String TO_DO =
      " The load goes only to the application under test: use ${__P(host)} and ${__P(port)} as the"
          + " address, or name the address in the plan that stands for it with target: in the"
          + " experiment file.";

  /** Why a sampler may not send; null if it may, or is no HTTP sampler. */
  @Nullable String objection(Sampler sampler) {
    if (host.isEmpty() || !HttpElements.isSampler(sampler)) {
      return null;
    }
    String path = sampler.getPropertyAsString(HttpElements.PATH);
    HttpElements.Address address =
        HttpElements.absolute(path)
            .orElseGet(
                () ->
                    new HttpElements.Address(
                        sampler.getPropertyAsString(HttpElements.DOMAIN).strip(),
                        sampler.getPropertyAsString(HttpElements.PORT).strip()));
    String sent = address.port().isEmpty() ? "80" : address.port();
    if (address.host().equals(host) && (sent.equals(port) || address.port().equals(port))) {
      return null;
    }
    return "The HTTP sampler '%s' was about to send to %s:%s; expected %s:%s.%s"
        .formatted(sampler.getName(), address.host(), sent, host, port, TO_DO);
  }

  /** Why the addresses of a result are not allowed; null if they are. */
  @Nullable String objection(SampleResult result) {
    if (host.isEmpty()) {
      return null;
    }
    URL url = result.getURL();
    if (url != null && url.getProtocol().startsWith("http") && !allowed(url)) {
      return "The sample '%s' followed a redirect or link to %s:%d, which is not %s:%s. Turn off 'Follow Redirects' and 'Retrieve All Embedded Resources' in the plan, or have the application redirect to itself.%s"
          .formatted(result.getSampleLabel(), url.getHost(), effective(url), host, port, TO_DO);
    }
    for (SampleResult part : result.getSubResults()) {
      String objection = objection(part);
      if (objection != null) {
        return objection;
      }
    }
    return null;
  }

  private boolean allowed(URL url) {
    return url.getHost().equals(host) && Integer.toString(effective(url)).equals(port);
  }

  private static int effective(URL url) {
    return url.getPort() < 0 ? url.getDefaultPort() : url.getPort();
  }
}
