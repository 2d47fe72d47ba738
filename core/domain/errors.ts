/**
 * The errors that the pipeline raises on purpose. Each has a short message that says what to do, the
 * address or file it concerns, and its cause. Anything else that is thrown is a bug of ours.
 */
export class OperationalError extends Error {
  /** As logs and the records of runs print it. */
  override name = 'AssayError'
}

/** The upstream gave no usable answer within its budget: unreachable, too slow, 429 or 5xx to the end. */
export class UpstreamDown extends OperationalError {
  override name = 'UpstreamDown'
  readonly address: string

  constructor(address: string, reason: string, options?: ErrorOptions) {
    super(`${address}: ${reason}`, options)
    this.address = address
  }
}

/** Requests or time of this run are used up: nothing is wrong with the upstream, and the next run continues. */
export class BudgetSpent extends UpstreamDown {
  override name = 'BudgetSpent'
}

/** The upstream answered, but not in the shape that its source reads: not JSON, a missing field, too large. */
export class UpstreamChanged extends OperationalError {
  override name = 'UpstreamChanged'
  readonly address: string

  constructor(address: string, reason: string, options?: ErrorOptions) {
    super(`${address}: ${reason}`, options)
    this.address = address
  }
}

/** A run that must stop: nothing was published, and the served release is the previous one. */
export class RunFailed extends OperationalError {
  override name = 'RunFailed'
}

/** A command or a setting that cannot be used as given; the message says how to repair it. */
export class BadUsage extends OperationalError {
  override name = 'BadUsage'
}
