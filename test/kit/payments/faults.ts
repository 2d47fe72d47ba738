/** The kinds of faults of a facilitator. */
export type FaultKind =
  /** The connection is reset. */
  | 'down'
  /** It does its work and answers, but late. */
  | 'slow'
  /** Status 500 with a body that reports success. */
  | '500'
  /** 307 to an address that reports success. */
  | 'redirect'
  /** A truncated success. */
  | 'malformed'
  /** A clear refusal, and nothing happens on the chain. */
  | 'refuses'
  /** It does its work, then resets the connection. */
  | 'answer_lost'

/** The requests to a facilitator. */
export type Step = 'verify' | 'settle'

/** A fault, and the steps that have it. */
export interface Fault {
  kind: FaultKind
  at: readonly Step[]
}

const always = (kind: FaultKind): Fault => ({ kind, at: ['verify', 'settle'] })
const whenVerifying = (kind: FaultKind): Fault => ({ kind, at: ['verify'] })
const whenSettling = (kind: FaultKind): Fault => ({ kind, at: ['settle'] })

/** Every fault that a seller must handle, by name. */
export const FAULTS = {
  down: always('down'),
  slow: always('slow'),
  '500': always('500'),
  redirect: always('redirect'),
  malformed: always('malformed'),
  verify_down: whenVerifying('down'),
  settle_down: whenSettling('down'),
  settle_slow: whenSettling('slow'),
  settle_500: whenSettling('500'),
  settle_redirect: whenSettling('redirect'),
  settle_malformed: whenSettling('malformed'),
  valid_but_settle_fails: whenSettling('refuses'),
  settles_but_answer_lost: whenSettling('answer_lost'),
} as const satisfies Record<string, Fault>

/** The name of a fault. */
export type FaultName = keyof typeof FAULTS
