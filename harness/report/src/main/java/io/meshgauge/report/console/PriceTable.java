package io.meshgauge.report.console;

import io.meshgauge.measure.Amounts;
import io.meshgauge.report.PlanReport;
import io.meshgauge.report.cost.RequestPrice;
import io.meshgauge.text.Messages;
import java.util.List;
import java.util.Set;

/** Cost of a million requests under one plan, where prices are given. */
record PriceTable(PlanReport plan) {

  void print(Page page) {
    List<RequestPrice> prices = RequestPrice.of(plan);
    if (prices.isEmpty()) {
      return;
    }
    page.blank();
    TextTable table =
        new TextTable(
            Set.of(0),
            Messages.get("console.variant"),
            Messages.get("console.price"),
            Messages.get("console.price-added"));
    for (RequestPrice price : prices) {
      table.row(
          List.of(price.arm().label(), Amounts.fixed(price.price(), 4), price.addedWords("-")));
    }
    page.table(table);
    page.plain(RequestPrice.words(plan));
  }
}
