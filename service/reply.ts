import { hash } from 'node:crypto'
import type { HttpError } from './errors.ts'

/** Bytes with the validator that names them. */
export interface Content {
  bytes: Uint8Array
  etag: string
  contentType: string
}

/** An answer before it is a Response: the Node server sends it as it is. */
export interface Reply {
  status: number
  headers: Record<string, string>
  body: Uint8Array | null
}

const JSON_TYPE = 'application/json; charset=utf-8'
const SHARED = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, X-Release',
  'x-content-type-options': 'nosniff',
}
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
const HTML_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** How long a kind of answer may be kept, in seconds; a cache may show it as much longer while it asks again. */
export type Lifetime = 3600 | 300 | 60

/** The content, with a SHA-256 of its bytes unless the caller has it. */
export function toContent(
  bytes: Uint8Array,
  contentType: string,
  sha256: string = hash('sha256', bytes),
): Content {
  return { bytes, contentType, etag: `"${sha256.slice(0, 32)}"` }
}

/** 200 with the content, or 304 when the caller has it already. */
export function contentReply(
  content: Content,
  lifetime: Lifetime,
  release: string,
  ifNoneMatch: string | null,
): Reply {
  const headers: Record<string, string> = {
    etag: content.etag,
    'cache-control': `public, max-age=${lifetime}, stale-while-revalidate=${lifetime}`,
    'x-release': release,
    ...SHARED,
  }
  if (ifNoneMatch !== null && matches(ifNoneMatch, content.etag)) return { status: 304, headers, body: null }
  headers['content-type'] = content.contentType
  headers['content-length'] = String(content.bytes.byteLength)
  const policy = policyFor(content.contentType)
  if (policy !== null) headers['content-security-policy'] = policy
  return { status: 200, headers, body: content.bytes }
}

/** The error body of the interface; wrong calls may be cached for a minute, our own faults never. */
export function errorReply({ status, code, message, more }: HttpError, release: string): Reply {
  const body = { error: code, message, ...(more.body ?? { source_urls: [] }) }
  const bytes = Buffer.from(`${JSON.stringify(body)}\n`)
  const headers = {
    'content-type': JSON_TYPE,
    'content-length': String(bytes.byteLength),
    'cache-control': status === 400 || status === 404 ? 'public, max-age=60' : 'no-store',
    'x-release': release,
    ...SHARED,
    ...more.headers,
  }
  return { status, headers, body: bytes }
}

/** What a browser asks before it calls from another site. */
export function preflightReply(methods: string[], release: string): Reply {
  const headers = {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': 'If-None-Match',
    'access-control-max-age': '86400',
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

function policyFor(contentType: string): string | null {
  if (contentType.startsWith('image/svg+xml')) return SVG_POLICY
  return contentType.startsWith('text/html') ? HTML_POLICY : null
}
