/** Kind of failure: no answer, a refusal of the index, or an answer that is no index. */
type Kind = 'unreachable' | 'refused' | 'no_index'

/** A call without an answer; the message says why, and for `refused` in the words of the index. */
export class AssayError extends Error {
  override readonly name = 'AssayError'

  readonly kind: Kind
  /** The HTTP status; null where there was none. */
  readonly status: number | null
  /** Body of the response, e.g. with `error` and `suggestions`; null if it was no JSON. */
  readonly body: Readonly<Record<string, unknown>> | null

  private constructor(
    kind: Kind,
    message: string,
    {
      status = null,
      body = null,
      cause,
    }: { status?: number | null; body?: AssayError['body']; cause?: unknown },
  ) {
    super(message, { cause })
    this.kind = kind
    this.status = status
    this.body = body
  }

  static unreachable(message: string, cause: unknown): AssayError {
    return new AssayError('unreachable', message, { cause })
  }

  static noIndex(status: number | null, cause?: unknown): AssayError {
    const message = 'the answer is not one of Assay: check the address of the index'
    return new AssayError('no_index', message, { status, cause })
  }

  /** A redirect that is not followed. */
  static redirected(message: string): AssayError {
    return new AssayError('unreachable', message, {})
  }

  /** An answer that exceeds the bounds of every answer of an index. */
  static tooLarge(message: string): AssayError {
    return new AssayError('no_index', `${message}: check the address of the index`, {})
  }

  static refused(status: number, body: unknown): AssayError {
    const isObject = typeof body === 'object' && body !== null
    const { message, error } = (isObject ? body : {}) as { message?: unknown; error?: unknown }
    const text = [message, error].find((item) => typeof item === 'string')
    if (text === undefined && status === 404) return AssayError.noIndex(status)
    return new AssayError('refused', text === undefined ? `the index answered ${status}` : String(text), {
      status,
      body: isObject ? (body as Record<string, unknown>) : null,
    })
  }
}

/** Nobody answered at an address; another's error, such as a payment that was not made, stays as it is. */
export function unreachable(url: string, timeoutMs: number, cause: unknown): unknown {
  if (cause instanceof AssayError) return cause
  const { name, cause: behind } = cause as { name?: string; cause?: { code?: string; message?: string } }
  const { origin } = new URL(url)
  if (name === 'TimeoutError')
    return AssayError.unreachable(`${origin} did not answer within ${timeoutMs / 1000} s`, cause)
  // How fetch says that there was no connection, in Node and in browsers.
  if (!(cause instanceof TypeError)) return cause
  const reason = behind?.code ?? behind?.message ?? cause.message
  return AssayError.unreachable(`${origin} cannot be reached (${reason})`, cause)
}
