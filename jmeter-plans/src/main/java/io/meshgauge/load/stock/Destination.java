package io.meshgauge.load.stock;

import java.net.URL;
import java.util.Optional;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.samplers.Sampler;
import org.jspecify.annotations.Nullable;

/**
 * The only address that a user's plan may load: the entry of the application. It is compared with
 * what an HTTP sampler is about to request, when all variables have their values, and with where
 * redirects have led. A sampler that names the target, an address of the plan that stands for the
 * entry, is sent to the entry instead.
 *
 * @param host of the entry; empty: nothing is checked
 * @param port of the entry
 * @param protocol {@code http} or {@code https}
 * @param target address in the plan that stands for the entry, {@code host} or {@code host:port};
 *     empty for none
 */
public record Destination(String host, String port, String protocol, String target) {

  private static final String TO_DO =
      " The load goes only to the application under test: use ${__P(host)} and ${__P(port)} as the"
          + " address, or name the address in the plan that stands for it with target: in the"
          + " experiment file.";

  /**
   * Sends a sampler that names the target to the entry. All its functions have their values when it
   * runs, and they have them again for its next sample.
   */
  void redirect(Sampler sampler) {
    if (target.isEmpty() || !HttpElements.isSampler(sampler)) {
      return;
    }
    String path = sampler.getPropertyAsString(HttpElements.PATH);
    Optional<HttpElements.Address> whole = HttpElements.absolute(path);
    if (isTarget(whole.orElseGet(() -> written(sampler)))) {
      whole.ifPresent(it -> sampler.setProperty(HttpElements.PATH, HttpElements.rest(path)));
      sampler.setProperty(HttpElements.DOMAIN, host);
      sampler.setProperty(HttpElements.PORT, port);
      sampler.setProperty(HttpElements.PROTOCOL, protocol);
    }
  }

  private static HttpElements.Address written(Sampler sampler) {
    return new HttpElements.Address(
        sampler.getPropertyAsString(HttpElements.DOMAIN).strip(),
        sampler.getPropertyAsString(HttpElements.PORT).strip());
  }

  private static String sent(HttpElements.Address address) {
    return address.port().isEmpty() ? "80" : address.port();
  }

  /** Whether an address is the target: its host, or that of the entry, with the target's port. */
  private boolean isTarget(HttpElements.Address address) {
    int colon = target.indexOf(':');
    String wanted = colon < 0 ? "" : target.substring(colon + 1);
    if (address.host().equalsIgnoreCase(colon < 0 ? target : target.substring(0, colon))) {
      return wanted.isEmpty() || address.port().isEmpty() || address.port().equals(wanted);
    }
    return address.host().equals(host) && sent(address).equals(wanted);
  }

  /** Why a sampler may not send; null if it may, or is no HTTP sampler. */
  @Nullable String objection(Sampler sampler) {
    if (host.isEmpty() || !HttpElements.isSampler(sampler)) {
      return null;
    }
    String path = sampler.getPropertyAsString(HttpElements.PATH);
    HttpElements.Address address = HttpElements.absolute(path).orElseGet(() -> written(sampler));
    String sent = sent(address);
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
