package io.meshgauge.sample.common.http;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;

/** Handles errors outside controllers, such as those of filters. */
@Controller
public final class ProblemErrorController implements ErrorController {

  /** Answers the error dispatch. */
  @RequestMapping("/error")
  ResponseEntity<byte[]> error(HttpServletRequest request) {
    Object code = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
    int status = code instanceof Integer found && found >= 400 && found <= 599 ? found : 404;
    HttpStatus known = HttpStatus.resolve(status);
    String title = known == null ? "Error" : known.getReasonPhrase();
    return ResponseEntity.status(status)
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(new Problem(status, title, "The request was refused: " + title + ".").json());
  }
}
