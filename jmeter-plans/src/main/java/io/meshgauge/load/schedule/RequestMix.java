package io.meshgauge.load.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Assigns a kind of request to each arrival: kinds have integer weights and are dealt like cards. A
 * deck contains every kind as often as its reduced weight; arrivals take the cards of one deck
 * after another, each shuffled from the seed and its number. The kind thus depends only on the
 * arrival's index, and the shares are exact after every full deck.
 */
public final class RequestMix {

  private static final int MAX_DECK_SIZE = 10_000;

  private final List<String> labels;
  private final int[] deck;
  private final long seed;

  /**
   * A mix of these labels.
   *
   * @param weights label to weight, in the order of the labels; weights from 1
   * @param seed of the shuffling
   */
  public RequestMix(Map<String, Integer> weights, long seed) {
    if (weights.isEmpty()) {
      throw new IllegalArgumentException(
          "A request mix names at least one request; this has none.");
    }
    labels = List.copyOf(weights.keySet());
    this.seed = seed;
    int divisor = 0;
    for (Map.Entry<String, Integer> entry : weights.entrySet()) {
      if (entry.getValue() < 1) {
        throw new IllegalArgumentException(
            "The weight of '" + entry.getKey() + "' is 1 or more, not " + entry.getValue() + ".");
      }
      divisor = greatestCommonDivisor(divisor, entry.getValue());
    }
    deck = deckOf(weights, divisor);
  }

  /**
   * Reads {@code browse=60, checkout=30}: names and whole weights, parted by commas.
   *
   * @throws IllegalArgumentException if the text has another form
   */
  public static RequestMix parse(String text, long seed) {
    Map<String, Integer> weights = new LinkedHashMap<>();
    for (String part : text.split(",", -1)) {
      String[] sides = part.strip().split("\\s*=\\s*", -1);
      if (sides.length != 2 || sides[0].isEmpty() || !sides[1].matches("\\d{1,6}")) {
        throw new IllegalArgumentException(
            "Request mix '"
                + text
                + "' cannot be read at '"
                + part.strip()
                + "'. Expected name=weight with a whole weight, such as"
                + " 'browse=60, checkout=30, forbidden=6, unauthenticated=4'.");
      }
      if (weights.put(sides[0], Integer.parseInt(sides[1])) != null) {
        throw new IllegalArgumentException(
            "Request mix '" + text + "' names '" + sides[0] + "' twice.");
      }
    }
    return new RequestMix(weights, seed);
  }

  /** The names of the kinds, in their order. */
  public List<String> labels() {
    return labels;
  }

  /** The number of arrivals after which the shares are exact. */
  public int deckSize() {
    return deck.length;
  }

  /** How many of the first {@code arrivals} arrivals are of each kind. */
  public Map<String, Long> countsOf(long arrivals) {
    long[] counts = new long[labels.size()];
    long fullDecks = arrivals / deck.length;
    for (int kind : deck) {
      counts[kind] += fullDecks;
    }
    Dealer dealer = dealer();
    for (long i = fullDecks * deck.length; i < arrivals; i++) {
      counts[dealer.kindOf(i)]++;
    }
    Map<String, Long> byLabel = new LinkedHashMap<>();
    for (int i = 0; i < counts.length; i++) {
      byLabel.put(labels.get(i), counts[i]);
    }
    return byLabel;
  }

  /** A reader of this mix for one thread; it keeps the current deck. */
  public Dealer dealer() {
    return new Dealer();
  }

  private static int[] deckOf(Map<String, Integer> weights, int divisor) {
    List<Integer> cards = new ArrayList<>();
    int kind = 0;
    for (int weight : weights.values()) {
      for (int i = 0; i < weight / divisor; i++) {
        cards.add(kind);
      }
      kind++;
    }
    if (cards.size() > MAX_DECK_SIZE) {
      throw new IllegalArgumentException(
          "The weights of a request mix, reduced, sum to at most "
              + MAX_DECK_SIZE
              + ", not "
              + cards.size()
              + ". Use rounder weights.");
    }
    return cards.stream().mapToInt(Integer::intValue).toArray();
  }

  private static int greatestCommonDivisor(int a, int b) {
    return b == 0 ? a : greatestCommonDivisor(b, a % b);
  }

  /** Deals the kinds of arrivals. Not thread-safe. */
  public final class Dealer {
    private final int[] cards = new int[deck.length];
    private long dealt = -1;

    private Dealer() {}

    /** The kind of the arrival with that index (from 0): a position in {@link #labels()}. */
    public int kindOf(long index) {
      long number = index / deck.length;
      if (number != dealt) {
        shuffle(number);
      }
      return cards[(int) (index % deck.length)];
    }

    private void shuffle(long number) {
      System.arraycopy(deck, 0, cards, 0, deck.length);
      // Arrival times use the seed itself; the mix must not correlate with them.
      SplittableRandom random =
          new SplittableRandom(Arrays.hashCode(new long[] {seed, number}) ^ ~seed);
      for (int i = cards.length - 1; i > 0; i--) {
        int j = random.nextInt(i + 1);
        int card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
      }
      dealt = number;
    }
  }
}
