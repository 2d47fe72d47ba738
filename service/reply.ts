import { createHash } from 'node:crypto'
import type { StoredFile } from './release_store.ts'

/** Seconds that an answer may be reused, and how long beyond that while it is fetched again. The interface's lifetimes. */
export const CACHE = {
  methodology: 'public, max-age=3600, stale-while-revalidate=86400',
  ranking: 'public, max-age=300, stale-while-revalidate=3600',
  agent: 'public, max-age=300, stale-while-revalidate=3600',
  badge: 'public, max-age=300, stale-while-revalidate=3600',
  page: 'public, max-age=300, stale-while-revalidate=3600',
  data: 'public, max-age=300, stale-while-revalidate=3600',
  error: 'public, max-age=60',
  none: 'no-store',
} as const

const POLICY: Record<string, string> = {
  'image/svg+xml': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'text/html':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

/** An answer with validators, or 304 when the caller has it already. HEAD is cut by the server. */
export function answer(request: Request, file: StoredFile, cache: string): Response {
  const etag = `"${file.sha256}"`
  const headers: Record<string, string> = { etag, 'cache-control': cache, 'content-type': file.contentType }
  const policy = POLICY[file.contentType.split(';')[0] ?? '']
  if (policy) headers['content-security-policy'] = policy
  if (!matches(request.headers.get('if-none-match'), etag)) {
    headers['content-length'] = String(file.bytes.length)
    return new Response(new Uint8Array(file.bytes), { headers })
  }
  return new Response(null, { status: 304, headers })
}

/** JSON that is made for this request: a slice of what was rendered. */
export function answerJson(request: Request, value: unknown, cache: string): Response {
  const bytes = Buffer.from(`${JSON.stringify(value)}\n`)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return answer(request, { bytes, sha256, contentType: 'application/json; charset=utf-8' }, cache)
}

function matches(header: string | null, etag: string): boolean {
  if (header === null) return false
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
}
