package io.meshgauge.sample.order;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order request, not validated yet.
 *
 * @param item stock-keeping unit, 1 to 64 characters
 * @param quantity 1 to 1000
 * @param amountCents 1 to 100,000,000
 */
record OrderRequest(@Nullable String item, int quantity, long amountCents) {

  /** All validation errors; empty if it is valid. */
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
