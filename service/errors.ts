/** An answer that is not a success, in the interface's error body; anything else that is thrown is a bug of ours. */
export class HttpError extends Error {
  override name = 'HttpError'
  constructor(
    readonly status: 400 | 404 | 405 | 413 | 500 | 503,
    /** The code a program reads, e.g. `invalid_category`. */
    readonly code: string,
    message: string,
    readonly more: {
      /** Added to the body, after its message. */
      body?: Record<string, unknown>
      headers?: Record<string, string>
    } = {},
  ) {
    super(message)
  }
}

/** An address at which this release has nothing. */
export function notFound(): HttpError {
  return new HttpError(
    404,
    'not_found',
    'There is nothing at this address. /api/agent-economy/llm-summary lists the addresses that answer.',
  )
}

/** A category of the interface that this release does not rank. */
export function notRanked(category: string): HttpError {
  return new HttpError(404, 'not_ranked', `The category ${category} is not ranked in this release.`)
}

/** A parameter that cannot be used as given; the message names its bounds. */
export function invalidParameter(name: string, rule: string): HttpError {
  return new HttpError(400, 'invalid_parameter', `${name} must be ${rule}.`)
}

/** A caller's text as it may stand in a message: capped, and nothing in it but what a handle can hold. */
export function cleaned(text: string): string {
  const kept = text.slice(0, 64).replaceAll(/[^\w-]/g, '?')
  return text.length > 64 ? `${kept}…` : kept
}
