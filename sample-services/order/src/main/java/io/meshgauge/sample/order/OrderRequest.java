package io.meshgauge.sample.order;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client wants to buy, not yet judged.
 *
 * @param item stock-keeping unit, 1 to 64 characters
 * @param quantity 1 to 1000
 * @param amountCents 1 to 100,000,000
 */
record OrderRequest(@Nullable String item, int quantity, long amountCents) {

  /** Everything that is wrong with it; empty when it can be placed. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    if (item == null || item.isBlank() || item.length() > 64) {
      faults.add("item must have 1 to 64 characters");
    }
    if (quantity < 1 || quantity > 1000) {
      faults.add("quantity is %d, expected 1 to 1000".formatted(quantity));
    }
    if (amountCents < 1 || amountCents > 100_000_000) {
      faults.add("amountCents is %d, expected 1 to 100000000".formatted(amountCents));
    }
    return faults;
  }
}
