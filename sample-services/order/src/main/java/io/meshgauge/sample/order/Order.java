package io.meshgauge.sample.order;

/**
 * An order in responses.
 *
 * @param orderId its identity
 * @param item stock-keeping unit
 * @param quantity how many
 * @param amountCents price of all
 * @param paymentId the charge that paid for it
 */
record Order(String orderId, String item, int quantity, long amountCents, String paymentId) {}
