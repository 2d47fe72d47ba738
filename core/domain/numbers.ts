/**
 * The numbers of published rules that stand in SQL as well as in code or texts. SQL calls each as a macro of its name,
 * `alive_days()`; a text of `sql/seeds` has it as `{alive_days}`. Days are whole days before the day that is computed.
 */
export const NUMBERS = {
  /** An agent is alive, and its activity recent, while the latest sign lies less than this many days back. */
  alive_days: 30,
  /** An agent is new while it is known for less than this many days. */
  new_days: 30,
  /** The longest window of x402 payments, which signals, flags and vouching look at too. */
  market_days: 30,
  /** On each chain this many of the sellers with most independent payers are anchors, where each has the least number. */
  most_anchors: 30,
  anchor_payers: 50,
  /** What a wallet has to spend with anchors to be known, in millionths of a dollar. */
  known_spend: 250_000,
  /** What a wallet that nothing is known of counts as, of a customer. */
  stranger: 0.05,
  /** The days whose tokens through OpenRouter are added up. */
  token_days: 30,
  /** From this percentage of a category's weight on that is observed, confidence is medium. */
  medium_weight: 40,
  /** From this percentage on, from so many sources, and with full coverage, it is high. */
  high_weight: 70,
  high_sources: 2,
  /** From this many observed days of the last 30 on, coverage is full. */
  full_coverage_days: 27,
  /** The standard deviations on either side of the Wilson interval: 95 percent of a normal distribution. */
  wilson_z: 1.96,
} as const
