package io.meshgauge.evidence.capture;

/** What a packet between two nodes is wrapped in. */
public enum Encapsulation {
  /** Transport data of WireGuard. */
  WIREGUARD("WireGuard"),
  /** IPsec's encapsulating security payload, in UDP or not. */
  ESP("ESP"),
  /** The same, opened with a key that everybody knows. */
  OPENED("ESP that a key known to everybody opens"),
  /** Nothing: TCP that can be read, in a tunnel or not. */
  READABLE("readable"),
  /** Something else, such as what nodes tell each other, or the middle of a packet. */
  OTHER("other");

  private final String words;

  Encapsulation(String words) {
    this.words = words;
  }

  /** In words. */
  public String words() {
    return words;
  }
}
