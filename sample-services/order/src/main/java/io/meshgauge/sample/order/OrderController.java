package io.meshgauge.sample.order;

import io.meshgauge.sample.common.boot.Knobs;
import io.meshgauge.sample.common.event.EventSender;
import io.meshgauge.sample.common.proto.ChargeRequest;
import io.meshgauge.sample.common.proto.Receipt;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The internal orders API.
 *
 * <p>Stateless, so that replicas are alike: the list is derived from the subject's name, and a
 * placed order is stored only as an event.
 */
@RestController
@RequestMapping(path = "/orders", produces = MediaType.APPLICATION_JSON_VALUE)
final class OrderController {

  private static final int LISTED_ORDERS = 3;

  private final Cashier cashier;
  private final EventSender events;
  private final Knobs knobs;
  private final String padding;

  OrderController(Cashier cashier, EventSender events, Knobs knobs) {
    this.cashier = cashier;
    this.events = events;
    this.knobs = knobs;
    this.padding = knobs.padding();
  }

  /** A list of orders with its padding. */
  record OrderList(String subject, List<Order> orders, String padding) {}

  /** A placed order with its padding. */
  record PlacedOrder(Order order, String status, String padding) {}

  /** Lists a subject's orders. */
  @GetMapping
  OrderList list(
      @RequestHeader(name = "x-meshgauge-subject", defaultValue = "anonymous") String subject)
      throws InterruptedException {
    think();
    List<Order> orders =
        IntStream.range(0, LISTED_ORDERS)
            .mapToObj(
                i -> new Order(subject + "-" + i, "sku-" + i, i + 1, 999L * (i + 1), "p-" + i))
            .toList();
    return new OrderList(subject, orders, padding);
  }

  /** Charges an order and places it. */
  @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<PlacedOrder> place(
      @RequestHeader(name = "x-meshgauge-subject", defaultValue = "anonymous") String subject,
      @RequestHeader(name = "x-meshgauge-tenant", defaultValue = "") String tenant,
      @RequestBody OrderRequest wanted)
      throws InterruptedException {
    List<String> faults = wanted.faults();
    if (!faults.isEmpty()) {
      ErrorResponseException refused = new ErrorResponseException(HttpStatus.BAD_REQUEST);
      refused.setDetail(String.join("; ", faults));
      throw refused;
    }
    think();
    String orderId = "o-" + Long.toHexString(ThreadLocalRandom.current().nextLong());
    Receipt receipt =
        cashier.charge(
            ChargeRequest.newBuilder()
                .setOrderId(orderId)
                .setSubject(subject)
                .setTenant(tenant)
                .setAmountCents(wanted.amountCents())
                .build());
    events.send("order-placed", orderId, subject, wanted.amountCents());
    Order order =
        new Order(
            orderId,
            String.valueOf(wanted.item()),
            wanted.quantity(),
            wanted.amountCents(),
            receipt.getPaymentId());
    return ResponseEntity.status(HttpStatus.CREATED).body(new PlacedOrder(order, "paid", padding));
  }

  private void think() throws InterruptedException {
    if (!knobs.thinkTime().isZero()) {
      Thread.sleep(knobs.thinkTime().toMillis(), knobs.thinkTime().toNanosPart() % 1_000_000);
    }
  }
}
