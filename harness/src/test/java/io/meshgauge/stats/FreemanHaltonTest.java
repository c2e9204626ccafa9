package io.meshgauge.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.meshgauge.stats.FreemanHalton.Group;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reference values by SciPy 1.17.1: for two groups {@code fisher_exact}, for more the sum of {@code
 * multivariate_hypergeom.pmf} over all tables at most as probable as the one given.
 */
class FreemanHaltonTest {

  static Stream<Arguments> tables() {
    return Stream.of(
        Arguments.of(List.of(1, 0), List.of(3, 3), 1.0),
        Arguments.of(List.of(3, 0), List.of(3, 3), 0.1),
        Arguments.of(List.of(2, 7), List.of(10, 10), 0.06977851869492735),
        Arguments.of(List.of(4, 1, 0), List.of(5, 5, 5), 0.050949050949051),
        Arguments.of(List.of(5, 0, 1, 2), List.of(10, 10, 9, 10), 0.037430229380693805),
        Arguments.of(List.of(3, 0, 0, 0, 0), List.of(3, 3, 3, 3, 3), 0.010989010989011),
        Arguments.of(List.of(2, 1, 0, 0, 1), List.of(3, 3, 3, 3, 3), 0.7032967032967032),
        Arguments.of(List.of(10, 4, 3), List.of(20, 20, 20), 0.03920287711575875),
        Arguments.of(List.of(0, 6, 2), List.of(7, 7, 8), 0.002592488351002282),
        Arguments.of(List.of(6, 0, 1), List.of(7, 2, 9), 0.004242081447963803));
  }

  @ParameterizedTest
  @MethodSource("tables")
  void pAgreesWithSciPy(List<Integer> events, List<Integer> sizes, double p) {
    assertThat(FreemanHalton.p(groups(events, sizes))).isCloseTo(p, within(1e-12));
  }

  @Test
  void withoutAnEventOrWithNothingElseNothingIsUnlike() {
    assertThat(FreemanHalton.p(groups(List.of(0, 0, 0), List.of(3, 3, 3)))).isEqualTo(1);
    assertThat(FreemanHalton.p(groups(List.of(3, 3), List.of(3, 3)))).isEqualTo(1);
    assertThat(FreemanHalton.p(List.of(new Group(2, 5)))).isEqualTo(1);
    assertThat(FreemanHalton.p(List.of())).isEqualTo(1);
  }

  @Test
  void theOrderOfTheGroupsDoesNotMatter() {
    List<Group> groups = groups(List.of(5, 0, 1, 2), List.of(10, 10, 9, 10));
    List<Group> backwards = new ArrayList<>(groups);
    Collections.reverse(backwards);

    assertThat(FreemanHalton.p(backwards)).isEqualTo(FreemanHalton.p(groups));
  }

  @Test
  void manyArmsWithManyReplicatesAreStillExact() {
    List<Group> many = IntStream.range(0, 16).mapToObj(i -> new Group(i % 4, 20)).toList();

    // By the same sum in Python's integers; SciPy's own enumeration would take years.
    assertThat(FreemanHalton.p(many)).isCloseTo(0.4415135941079783, within(1e-12));
  }

  @Test
  void underAlikeChancesItIsAtMostTheLevel() {
    SplittableRandom random = new SplittableRandom(6);
    int false10 = 0;
    for (int i = 0; i < 4000; i++) {
      List<Group> groups =
          IntStream.range(0, 3)
              .mapToObj(arm -> new Group((int) random.doubles(7).filter(u -> u < 0.3).count(), 7))
              .toList();
      false10 += FreemanHalton.p(groups) < 0.10 ? 1 : 0;
    }
    // At a level of 10 % at most 400 are expected, with a spread of 19.
    assertThat(false10).isBetween(150, 440);
  }

  @Test
  void moreEventsThanCasesAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Group(4, 3))
        .withMessageContaining("4 events in 3 cases");
  }

  private static List<Group> groups(List<Integer> events, List<Integer> sizes) {
    return IntStream.range(0, sizes.size())
        .mapToObj(i -> new Group(events.get(i), sizes.get(i)))
        .toList();
  }

  @Test
  void manyEventsAreTestedByPearsonWhichIsCloseToTheExactTest() {
    List<Group> groups =
        List.of(new Group(10, 100), new Group(24, 100), new Group(13, 100), new Group(18, 100));

    assertThat(FreemanHalton.p(groups)).isNotEqualTo(FreemanHalton.exact(groups));
    assertThat(FreemanHalton.p(groups)).isCloseTo(FreemanHalton.exact(groups), within(0.005));
  }

  @Test
  void aSessionOfThousandsOfRunsIsTested() {
    List<Group> alike = Collections.nCopies(6, new Group(20, 1000));
    List<Group> unlike = new ArrayList<>(Collections.nCopies(5, new Group(20, 1000)));
    unlike.add(new Group(60, 1000));

    assertThat(FreemanHalton.p(alike)).isEqualTo(1);
    assertThat(FreemanHalton.p(unlike)).isLessThan(1e-6);
    // Groups of different sizes have millions of tables, each with a probability of its own.
    List<Group> uneven =
        IntStream.range(0, 5).mapToObj(i -> new Group(8 + i, 1000 - 3 * i)).toList();
    assertThat(FreemanHalton.p(uneven)).isBetween(0.8, 1.0);
    // Nearly every run void is the same question.
    assertThat(FreemanHalton.p(List.of(new Group(980, 1000), new Group(940, 1000))))
        .isCloseTo(
            FreemanHalton.p(List.of(new Group(20, 1000), new Group(60, 1000))), within(1e-12));
  }
}
