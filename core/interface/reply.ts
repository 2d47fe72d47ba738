import { type Content, JSON_TYPE } from './content.ts'
import type { MaxAge } from './endpoint.ts'
import type { HttpError } from './errors.ts'
import { PREFLIGHT } from './preflight.ts'

/** An answer before it is a Response: the Node server sends it as it is. */
export interface Reply {
  status: number
  headers: Record<string, string>
  body: Uint8Array | null
  /** True if it is cacheable under its address; false when the query has parameters without an effect. */
  isCacheable?: boolean
  /** True if a Pro key was used and the answer is the same for every key. */
  isForKeys?: boolean
}

/**
 * CORS headers exposed to scripts of other sites: all of them, as no answer depends on credentials that a browser adds.
 * The names are for browsers that take `*` for a name.
 */
export const EXPOSED = [
  '*, ETag, X-Release, Content-Range, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
  'PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-PAYMENT-RESPONSE',
].join(', ')
const SHARED = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
// Everything that a page loads is a file of ours, and no text can become a script.
const HTML_POLICY = [
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; script-src 'self'",
  "require-trusted-types-for 'script'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
].join('; ')

/** Returns the `Cache-Control` of an answer with this lifetime in seconds; 0 for no-store. */
export const cacheControl = (lifetime: MaxAge): string =>
  lifetime === 0 ? 'no-store' : `public, max-age=${lifetime}, stale-while-revalidate=${lifetime}`

/** 200 with the content. */
export function contentReply(content: Content, lifetime: MaxAge, release: string): Reply {
  const headers: Record<string, string> = {
    etag: content.etag,
    'cache-control': cacheControl(lifetime),
    'x-release': release,
    ...SHARED,
    'content-type': content.contentType,
    'content-length': String(content.bytes.byteLength),
  }
  const policy = policyFor(content.contentType)
  if (policy !== null) headers['content-security-policy'] = policy
  if (content.note !== undefined) headers['x-note'] = content.note
  return { status: 200, headers, body: content.bytes }
}

/** The reply, or 304 without a body when the caller has its content already. */
export function revalidate(reply: Reply, ifNoneMatch: string | null): Reply {
  const { etag } = reply.headers
  if (ifNoneMatch === null || etag === undefined || !matches(ifNoneMatch, etag)) return reply
  const {
    'content-type': _type,
    'content-length': _length,
    'content-security-policy': _policy,
    ...headers
  } = reply.headers
  return { status: 304, headers, body: null }
}

/** The error body of the interface; wrong reads may be cached for a minute, our own faults never. */
export function errorReply(
  { status, code, message, more }: HttpError,
  release: string,
  method = 'GET',
): Reply {
  const isCacheable = (status === 400 || status === 404) && (method === 'GET' || method === 'HEAD')
  const body = { error: code, message, ...(more.body ?? { source_urls: [] }) }
  const bytes = new TextEncoder().encode(`${JSON.stringify(body)}\n`)
  const headers = {
    'content-type': JSON_TYPE,
    'content-length': String(bytes.byteLength),
    'cache-control': isCacheable ? 'public, max-age=60' : 'no-store',
    'x-release': release,
    ...SHARED,
    ...more.headers,
  }
  return { status, headers, body: bytes }
}

/** The reply with another body. */
export function withBody(reply: Reply, body: Uint8Array, contentType: string): Reply {
  const policy = policyFor(contentType)
  const headers = {
    ...reply.headers,
    'content-type': contentType,
    'content-length': String(body.byteLength),
    ...(policy === null ? {} : { 'content-security-policy': policy }),
  }
  return { ...reply, headers, body }
}

/** Returns an uncacheable answer to one call; JSON if it has a body. `more` are further headers. */
export function singleReply(
  status: number,
  bytes: Uint8Array | null,
  release: string,
  more: Record<string, string>,
): Reply {
  const headers = {
    ...(bytes === null ? {} : { 'content-type': JSON_TYPE }),
    'content-length': String(bytes?.byteLength ?? 0),
    'cache-control': 'no-store',
    'x-release': release,
    ...SHARED,
    ...more,
  }
  return { status, headers, body: bytes }
}

/** 308 to another address of ours, path and query, with the same method. */
export function redirectReply(location: string, release: string): Reply {
  const headers = {
    location,
    'content-length': '0',
    'cache-control': cacheControl(300),
    'x-release': release,
    ...SHARED,
  }
  return { status: 308, headers, body: null }
}

/** The same without its body, for HEAD. */
export const withoutBody = (reply: Reply): Reply => ({ ...reply, body: null })

/** Answers a CORS preflight request. */
export function preflightReply(methods: string[], release: string): Reply {
  const headers = {
    ...PREFLIGHT,
    'access-control-allow-methods': methods.join(', '),
    'cache-control': 'no-store',
    'x-release': release,
    ...SHARED,
  }
  return { status: 204, headers, body: null }
}

/** The Web-standard form of a reply. */
export function toResponse({ status, headers, body }: Reply): Response {
  return new Response(body as Uint8Array<ArrayBuffer> | null, { status, headers })
}

// The comparison is the weak one (RFC 9110, 13.1.2): a W/ in front makes no difference.
function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true
  return ifNoneMatch.split(',').some((part) => {
    const tag = part.trim()
    return tag === '*' || tag === etag || tag === `W/${etag}`
  })
}

/** The `Content-Security-Policy` of a picture or a page; null for what no browser runs. */
function policyFor(contentType: string): string | null {
  if (contentType.startsWith('image/svg+xml')) return SVG_POLICY
  return contentType.startsWith('text/html') ? HTML_POLICY : null
}
