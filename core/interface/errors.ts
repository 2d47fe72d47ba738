/** An answer that is not a success, in the interface's error body; anything else that is thrown is a bug of ours. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: 400 | 402 | 403 | 404 | 405 | 409 | 410 | 413 | 416 | 429 | 431 | 500 | 503
  /** The code a program reads, e.g. `invalid_category`. */
  readonly code: string
  readonly more: {
    /** Added to the body, after its message. */
    body?: Record<string, unknown>
    headers?: Record<string, string>
    /** The page that shows it to people, where one says more than the error page. */
    page?: string
  }

  constructor(
    status: 400 | 402 | 403 | 404 | 405 | 409 | 410 | 413 | 416 | 429 | 431 | 500 | 503,
    code: string,
    message: string,
    more: {
      /** Added to the body, after its message. */
      body?: Record<string, unknown>
      headers?: Record<string, string>
      /** The page that shows it to people, where one says more than the error page. */
      page?: string
    } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.more = more
  }
}

/** An address at which this release has nothing. */
export function notFound(): HttpError {
  return new HttpError(
    404,
    'not_found',
    'Not found. The endpoints are listed at /openapi.json and in machine_readable_endpoints of /api/agent-economy/llm-summary.',
  )
}

/** A parameter that cannot be used as given; the message names its bounds. */
export function invalidParameter(name: string, rule: string): HttpError {
  return new HttpError(
    400,
    name === 'category' ? 'invalid_category' : 'invalid_parameter',
    `${name} must be ${rule}.`,
  )
}

/** A parameter that has to be given; `given` says what was given in its place. */
export function missingParameter(name: string, rule: string, given = ''): HttpError {
  return new HttpError(
    400,
    'missing_parameter',
    `${name} is required: ${rule}.${given === '' ? '' : ` ${given}`}`,
  )
}

/** Parameters of a paid address that it does not know; `text` says which there are. */
export const unknownParameter = (text: string): HttpError =>
  new HttpError(400, 'unknown_parameter', `${text} Nothing was charged.`, {
    headers: { 'cache-control': 'no-store' },
  })

/** A body that cannot be used as given; the message says what it must be. */
export function invalidBody(rule: string): HttpError {
  return new HttpError(400, 'invalid_body', `The body must be ${rule}.`)
}

/** Sanitizes a caller's text for a message: capped, and only with characters of a handle. */
export function cleaned(text: string): string {
  const shown = text.slice(0, 64).replaceAll(/[^\w-]/g, '?')
  return text.length > 64 ? `${shown}…` : shown
}
