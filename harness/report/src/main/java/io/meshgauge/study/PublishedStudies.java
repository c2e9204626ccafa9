package io.meshgauge.study;

import java.util.List;

/**
 * The studies of an installation.
 *
 * @param studies those that can be read
 * @param unread a sentence for each that cannot
 */
public record PublishedStudies(List<Study> studies, List<String> unread) {
  /** No studies. */
  public static final PublishedStudies NONE = new PublishedStudies(List.of(), List.of());

  public PublishedStudies {
    studies = List.copyOf(studies);
    unread = List.copyOf(unread);
  }
}
