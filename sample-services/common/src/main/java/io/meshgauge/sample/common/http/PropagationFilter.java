package io.meshgauge.sample.common.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.web.filter.OncePerRequestFilter;

/** Filter that keeps a request's propagated headers and names the replica in the response. */
public final class PropagationFilter extends OncePerRequestFilter implements Ordered {

  /** Response header with the name of the replica that served. */
  public static final String SERVED_BY = "x-meshgauge-served-by";

  private final String replica;

  /**
   * @param replica this replica's name, as it appears in the response header
   */
  public PropagationFilter(String replica) {
    this.replica = replica;
  }

  @Override
  public int getOrder() {
    return Ordered.HIGHEST_PRECEDENCE;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    response.setHeader(SERVED_BY, replica);
    try (PropagatedHeaders.Scope scope = PropagatedHeaders.read(request::getHeader).enter()) {
      chain.doFilter(request, response);
    }
  }
}
