import { OperationalError, UpstreamChanged } from '../../core/domain/errors.ts'
import { sanitizeText } from './answer.ts'
import { TransientError, toConnectionError } from './failure.ts'

const MAX_REDIRECTS = 3
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** A whole response, as received. */
export interface ReceivedResponse {
  status: number
  headers: Headers
  body: Buffer
}

/** Limits of one exchange, and its abort signal. */
export interface ExchangeOptions {
  fetch: typeof globalThis.fetch
  timeoutMs: number
  maxBytes: number
  /** A truncated body counts up to where it ends. */
  acceptsTruncated?: boolean
  /** Ends the exchange early. */
  stop: AbortSignal
  onRequest: () => void
  onBytes: (bytes: number) => void
}

/**
 * Sends one request, follows redirects on its host, and reads the body to its end, all within the time-out. Throws
 * Transient when it is cut off, and UpstreamChanged for a redirect elsewhere or a body over the cap.
 */
export async function exchange(
  url: string,
  init: RequestInit,
  options: ExchangeOptions,
): Promise<ReceivedResponse> {
  const { timeoutMs, stop } = options
  const controller = new AbortController()
  const end = (reason: Error) => controller.abort(reason)
  const onStop = () => end(new TransientError('stopped'))
  const timer = setTimeout(
    () => end(new TransientError(`no whole answer within ${Math.round(timeoutMs / 100) / 10} s`)),
    timeoutMs,
  )
  stop.addEventListener('abort', onStop)
  try {
    return await follow(url, { ...init, redirect: 'manual', signal: controller.signal }, options)
  } catch (error) {
    if (error instanceof OperationalError || error instanceof TransientError) throw error
    throw controller.signal.aborted ? controller.signal.reason : toConnectionError(error)
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', onStop)
  }
}

async function follow(url: string, init: RequestInit, options: ExchangeOptions): Promise<ReceivedResponse> {
  let target = url
  for (let redirects = 0; ; redirects++) {
    options.onRequest()
    const response = await options.fetch(target, init)
    // Error and redirect bodies are read too: a body left unread costs its connection.
    const received = {
      status: response.status,
      headers: response.headers,
      body: await readBody(url, response, options),
    }
    const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null
    if (location === null) return received
    // Other redirects turn a POST into a GET, which is another request.
    const keepsMethod = init.method === 'GET' || response.status >= 307
    const next = URL.canParse(location, target) ? new URL(location, target) : null
    if (!keepsMethod || redirects === MAX_REDIRECTS || next?.origin !== new URL(url).origin) {
      throw new UpstreamChanged(
        url,
        `status ${response.status}, a redirect to ${sanitizeText(location)} is not followed`,
      )
    }
    target = next.href
  }
}

async function readBody(url: string, response: Response, options: ExchangeOptions) {
  const { maxBytes, onBytes, stop } = options
  const acceptsTruncated = options.acceptsTruncated && response.status === 200
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    // An error ends the loop and cancels the rest, so memory use stays below the cap.
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      onBytes(chunk.length)
      chunks.push(chunk)
      if (size <= maxBytes) continue
      // Always at the same byte, whatever the network's packets are.
      if (acceptsTruncated) return Buffer.concat(chunks, maxBytes)
      throw new UpstreamChanged(url, `the body is larger than ${maxBytes} bytes`)
    }
  } catch (error) {
    if (!acceptsTruncated || size === 0 || stop.aborted || error instanceof OperationalError) throw error
  }
  if (acceptsTruncated) return Buffer.concat(chunks, size)
  const announced = response.headers.get('content-length')
  const isPlain = !response.headers.has('content-encoding') && response.status !== 304
  if (isPlain && announced !== null && Number(announced) !== size) {
    throw new TransientError(`body cut: ${size} of ${announced} bytes`)
  }
  return Buffer.concat(chunks, size)
}
