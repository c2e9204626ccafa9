package io.meshgauge.measure.use;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ResourceUseTest {
  private static final ResourceUse KNOWN =
      new ResourceUse("order", Part.APPLICATION, 1, 100, 110, null, 60.0, 180.0);
  private static final ResourceUse OLD = new ResourceUse("auth", Part.APPLICATION, 1, 90, 95);

  @Test
  void theAnonymousMemoryIsComparedSinceItDependsOnNoOtherContainer() {
    assertThat(KNOWN.comparedBytes(List.of(KNOWN))).isEqualTo(60);
    assertThat(ResourceUse.anonymousKnown(List.of(KNOWN))).isTrue();
  }

  @Test
  void oneQuantityIsComparedOfAllContainersOfARun() {
    List<ResourceUse> run = List.of(KNOWN, OLD);

    assertThat(run).extracting(use -> use.comparedBytes(run)).containsExactly(100.0, 90.0);
    assertThat(ResourceUse.anonymousKnown(run)).isFalse();
  }

  @Test
  void anotherReadingOfItsCpuOrItsResidentSetChangesNothingElse() {
    assertThat(KNOWN.withCpu(2).withCpu(1)).isEqualTo(KNOWN);
    assertThat(KNOWN.withResident(7).residentBytes()).isEqualTo(7);
    assertThat(KNOWN.withResident(7).withResident(180)).isEqualTo(KNOWN);
  }
}
