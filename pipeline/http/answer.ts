import { z } from 'zod'
import { UpstreamChanged } from '../../core/domain/errors.ts'
import { hashHex } from '../archive/archive.ts'
import type { ArchivedResponse } from '../archive/source_day.ts'
import type { Answer, RequestOptions } from './http.ts'

/** A request as the archive identifies it, with the body to send. */
export interface DescribedRequest extends Pick<ArchivedResponse, 'method' | 'url' | 'request'> {
  body: string | null
}

/** A malformed body with status 200; another attempt, after a wait, may return a valid one. */
export class WrongBody extends Error {
  readonly waitMs: number

  constructor(message: string, waitMs = 0, options?: ErrorOptions) {
    super(message, options)
    this.waitMs = waitMs
  }
}

/** Returns the identity of a request, the same live and in replay. */
export function describeRequest(url: string, { body, text }: RequestOptions): DescribedRequest {
  if (body === undefined && text === undefined) return { method: 'GET', url, request: null, body: null }
  const sent = text ?? JSON.stringify(body)
  return { method: 'POST', url, request: hashHex(sent), body: sent }
}

/** The status a source sees: 200 for a 304, whose body is the earlier one. */
export const effectiveStatus = (status: number) => (status === 304 ? 200 : status)

/** True if a status is an answer rather than a failure. */
export const isAnswer = (status: number, accept: number[] = []) => status === 200 || accept.includes(status)

/** Converts the body of a response with this status to data. */
export type ReadBody<T> = (url: string, status: number, body: Buffer) => T

/** Throws WrongBody, and UpstreamChanged when the JSON does not fit the schema; null for any status but 200. */
export const readJsonBody =
  <T>(schema: z.ZodType<T>): ReadBody<T | null> =>
  (url, status, body) =>
    status === 200 ? parse(url, body, schema) : null

export const asBytes: ReadBody<Buffer> = (_url, _status, body) => body

/**
 * Reads a recorded response as the source requested it: the one path from bytes to data, live and in replay. Throws
 * WrongBody.
 */
export function toAnswer<T>(
  response: ArchivedResponse,
  body: Buffer,
  read: ReadBody<T>,
  check?: RequestOptions['check'],
): Answer<T> {
  const { url, sha256: hash, retrieved_at: retrievedAt } = response
  const status = effectiveStatus(response.status)
  const wrong = status === 200 ? check?.(body) : null
  if (wrong) throw new WrongBody(wrong.problem, wrong.waitMs)
  const data = read(url, status, body)
  return { url, status, sha256: hash, retrievedAt, data, next: nextPage(url, response.link) }
}

/** Makes text from outside safe for a message: one line, capped. */
export const sanitizeText = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?').slice(0, 200)

function parse<T>(url: string, body: Buffer, schema: z.ZodType<T>): T {
  const result = schema.safeParse(parseJson(body))
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = z.core.toDotPath(issue?.path ?? []) || 'the whole body'
  throw new UpstreamChanged(
    url,
    `${sanitizeText(path)} does not fit: ${sanitizeText(issue?.message ?? 'invalid')}`,
  )
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch (cause) {
    throw new WrongBody('status 200, but the body is not JSON', 0, { cause })
  }
}

// A page of another host is refused and not skipped: following it could leak a token, skipping it loses rows.
function nextPage(url: string, link: string | null): string | null {
  // No address has a bracket: one that never closes is skipped once, and not again from each of its letters.
  for (const [, target = '', parameters = ''] of (link ?? '').matchAll(/<([^<>]*)>((?:[^,"]|"[^"]*")*)/g)) {
    const relations = /;\s*rel\s*=\s*"?([^";]*)/i.exec(parameters)?.[1] ?? ''
    if (!relations.toLowerCase().split(/\s+/).includes('next')) continue
    const next = URL.canParse(target, url) ? new URL(target, url) : null
    if (next?.origin === new URL(url).origin) return next.href
    throw new UpstreamChanged(url, `the next page is on another host: ${sanitizeText(target)}`)
  }
  return null
}
