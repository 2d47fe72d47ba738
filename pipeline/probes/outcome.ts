/**
 * Outcomes of a probe, the same for all protocols.
 *
 * `answers`: it spoke its protocol. `gated`: alive, it requires credentials or payment. `answers_before_payment`: alive,
 * a paid resource that validates or authenticates before it quotes. `card_only`: a card whose interface does not speak;
 * no sign of life by itself. `wrong_protocol`: it answers, but not in the declared protocol. `parked`: a page of a
 * registrar or a default server. `malformed`: an answer that cannot be parsed or does not end. `redirects`: too many, or
 * a loop. `unsafe`: an address that must not be requested, or a redirect to one. `rate_limited` and `blocked` say
 * something about the prober, and never count towards a death.
 */
export const PROBE_OUTCOMES = [
  'answers',
  'gated',
  'answers_before_payment',
  'card_only',
  'wrong_protocol',
  'parked',
  'not_found',
  'malformed',
  'redirects',
  'unsafe',
  'dns',
  'refused',
  'tls',
  'rate_limited',
  'blocked',
  'server_error',
  'timeout',
  'not_probed',
] as const

export type ProbeOutcome = (typeof PROBE_OUTCOMES)[number]

/** Reasons for `not_probed`; `not_declared`: no record declares the address any more. */
export const NOT_PROBED_REASONS = [
  'opted_out',
  'robots',
  'platform',
  'template',
  'sampled_out',
  'not_due',
  'post_only',
  'post_limit',
  'post_stopped',
  'host_refused',
  'time',
  'not_declared',
] as const

export type NotProbedReason = (typeof NOT_PROBED_REASONS)[number]

/** Outcomes that show that the agent is alive. SQL has them as `is_sign_of_life`. */
export const SIGNS_OF_LIFE: readonly ProbeOutcome[] = ['answers', 'gated', 'answers_before_payment']

/** True if the outcome shows that the agent is alive. */
export const isSignOfLife = (outcome: ProbeOutcome): boolean => SIGNS_OF_LIFE.includes(outcome)

/** Outcomes that a fault of our own line has too. SQL has them as `is_line_doubted`. */
export const LINE_DOUBTS: readonly ProbeOutcome[] = ['dns', 'refused', 'tls', 'timeout']
