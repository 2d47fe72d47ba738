/** The numbers of score and rank intervals, which SQL and the methodology share: macros as those of numbers.ts. */
export const INTERVAL_NUMBERS = {
  /** Donors of an agent's missing signals, where so many are near; as many draws make its interval. */
  interval_donors: 200,
  /** Least donors that are called near: with two invented ones at the ends, a fortieth each lies outside the interval. */
  min_interval_donors: 40,
  /** Observed values of each category that a release hides, to see how often the interval holds what was hidden. */
  hidden_values: 100,
  /** Days of hidden values that are pooled. */
  cover_days: 10,
  /** Hidden values of a category from which the share inside is published. */
  min_hidden_values: 300,
} as const
