/**
 * The numbers of published rules that SQL shares with code or texts. SQL calls each as a macro of its name,
 * `alive_days()`; a text of `sql/seeds` has it as `{alive_days}`. Days are whole days before the day that is computed.
 */
export const NUMBERS = {
  /** The longest that a sign of life counts: its latest act lies less than this many days back. */
  alive_days: 30,
  /** Days in which an answer, a payment, or a model that is served counts. */
  answer_days: 7,
  /** Weekly downloads of a package that mirrors and bots do not reach: these alone make some twenty to 350 a week. */
  min_weekly_downloads: 1000,
  /** The same for a model's weights, of 30 days. */
  min_monthly_downloads: 5000,
  /** Minimum percentage of its requests of a day that an endpoint answered: a model is served from there. */
  min_served_uptime: 90,
  /** Version of the liveness rule: results of different versions are not compared. */
  liveness_rule: 3,
  /** Days of history before the probability that an agent stays alive is published. */
  probability_days: 28,
  /** Days whose agents are cases of that probability: the newest of which the days after are known. */
  case_days: 30,
  /** The days of a step: the probability for `backtest_days` is made of the shares of two of them. */
  step_days: 7,
  /** Agents for which the share of the coarser group counts in the share of a group. */
  smoothing_agents: 10,
  /** Percentage of agents not judged for an outage from which a part of the ghost index is frozen. */
  freeze_percent: 1,
  /** Days in which an agent that was called alive can act, before the backtest counts it. */
  backtest_days: 14,
  /** An agent is new while it is known for less than this many days. */
  new_days: 30,
  /** A limit of one payment is at most this percentage of what it costs to fake the customers of the agent. */
  transaction_share: 10,
  /** A daily limit is at most this percentage of it. */
  limit_share: 50,
  /** Cents of that cost below which no payment is advised. */
  min_cost_cents: 10,
  /** US dollars of that cost from which what can be paid gets `proceed`. */
  min_proceed_cost: 20,
  /** The longest window of x402 payments, which signals, flags and vouching look at too. */
  market_days: 30,
  /** Maximum payments of a seller, the newest, and agents of an owner that are listed. */
  max_shown_payments: 50,
  max_owner_agents: 200,
  /** A chain whose payments could not be read for longer than these days leaves the total of all chains. */
  rereading_days: 7,
  /** Minimum days of these that must be read in full before customers on a chain are counted. */
  min_customer_days: 4,
  /** Maximum anchors on each chain: the sellers with most independent payers, at least `min_anchor_payers` each. */
  max_anchors: 100,
  min_anchor_payers: 50,
  /** Minimum spend with anchors of a known wallet, in millionths of a dollar. */
  known_wallet_spend: 250_000,
  /** Weight of an unknown wallet, as a fraction of a customer. */
  unknown_customer_weight: 0.05,
  /** Days that stars and forks of an MCP server's repository must last to count. */
  lasting_days: 30,
  /** Days after the first reading in which repositories of servers listed before it count in full at once. */
  first_reading_days: 7,
  /** Maximum stars and forks of a repository until it has lasted: what an unknown one counts for. */
  max_stars_while_new: 77,
  max_forks_while_new: 250,
  /** The days whose tokens through OpenRouter are added up. */
  token_days: 30,
  /** Days after which a curated list of others' facts, such as that of facilitators, is called old. */
  list_days: 60,
  /** Days averaged for a standing on an Arena board: boards are rated anew every other day, and models come and go. */
  standing_days: 7,
  /** Days that an entry of an Arena board counts after it was last seen, though the board was read as far down. */
  missing_entry_days: 7,
  /** The same, if the board was not read as far down since. */
  unread_entry_days: 30,
  /** Minimum observed percentage of a category's weight for medium confidence. */
  medium_weight: 40,
  /** Minimum percentage for high confidence, with `high_sources` sources and full coverage. */
  high_weight: 70,
  high_sources: 2,
  /** Minimum observed days of the last 30 for full coverage. */
  full_coverage_days: 27,
  /** The standard deviations on either side of the Wilson interval: 95 percent of a normal distribution. */
  wilson_z: 1.96,
  /** Maximum ERC-8004 registrations of a wallet that answers for them: with more it may be a platform. */
  max_own_registrations: 5,
  /** A server's tools change often if they changed without a new version on so many days of this window. */
  often_changed_days: 3,
  change_window_days: 7,
  /** Days for which a change of a list of tools is shown, and flagged where the version did not change. */
  tool_change_days: 30,
  /** Days whose samples of a host with more than 200 addresses tell together what share of them answers. */
  host_sample_days: 7,
} as const
