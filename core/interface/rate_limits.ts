/** Limit per caller in each window of a number of seconds, aligned to the clock. */
export interface RateLimit {
  requests: number
  seconds: number
}

/** Every limit by time of what one address may send. Documents, answers and the table of bounds take their numbers from here. */
export const RATE_LIMITS = {
  mcp: { requests: 60, seconds: 60 },
  /** Our choice. */
  a2a: { requests: 300, seconds: 60 },
  feedback: {
    minute: { requests: 10, seconds: 60 },
    day: { requests: 50, seconds: 86_400 },
  },
  /** Payments without any revenue, see `serving/service/payments/refusals.ts`. */
  payments: { refused: 30, pending: 120, seconds: 60 },
} as const

/** A limit in words, e.g. `at most 60 requests in 60 seconds`. */
export const limitText = ({ requests, seconds }: RateLimit): string =>
  `at most ${requests} requests in ${seconds} seconds`
