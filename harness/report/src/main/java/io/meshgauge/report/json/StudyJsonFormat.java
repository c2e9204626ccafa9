package io.meshgauge.report.json;

import io.meshgauge.study.PublishedStudies;
import io.meshgauge.study.Study;
import io.meshgauge.study.StudyAnalysis;
import java.util.List;
import java.util.Optional;

/** The analysis of a study as JSON, as {@code reports/study.schema.json} describes it. */
public final class StudyJsonFormat {
  private StudyJsonFormat() {}

  /** The document, which ends with a line break. */
  public static String text(StudyAnalysis analysis) {
    return JsonFormat.write(StudyJson.of(analysis));
  }

  /** The studies of an installation without their figures, which ends with a line break. */
  public static String list(PublishedStudies found) {
    return JsonFormat.write(
        new Listed(found.studies().stream().map(Item::of).toList(), found.unread()));
  }

  record Listed(List<Item> studies, List<String> unread) {}

  record Item(
      String name,
      String title,
      String citation,
      Optional<String> doi,
      String file,
      List<String> systems,
      List<String> groups,
      List<String> quantities,
      int figures) {
    static Item of(Study study) {
      Study.About about = study.about();
      return new Item(
          study.name(),
          about.title(),
          about.citation(),
          about.doi(),
          about.file(),
          study.systems().stream().map(Study.SystemUnderTest::name).toList(),
          study.groups().stream().map(Study.Group::name).toList(),
          study.quantities().stream().map(Study.Quantity::name).toList(),
          study.values().size());
    }
  }
}
