package io.meshgauge.sample.common.http;

import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * Tomcat's error page for requests that reach no filter (bad request line, too many headers).
 * Tomcat creates it by class name, which needs the public constructor.
 */
public final class ProblemValve extends ErrorReportValve {

  @Override
  protected void report(Request request, Response response, @Nullable Throwable throwable) {
    int status = response.getStatus();
    boolean somebodyAnswered = response.getContentWritten() > 0;
    if (status < 400 || somebodyAnswered || !response.setErrorReported()) {
      return;
    }
    HttpStatus known = HttpStatus.resolve(status);
    String title = known == null ? "Error" : known.getReasonPhrase();
    try {
      new Problem(status, title, "The request cannot be read as HTTP.").writeTo(response);
      response.finishResponse();
    } catch (IOException ignored) {
      // The client has disconnected, so there is no one to answer.
    }
  }
}
