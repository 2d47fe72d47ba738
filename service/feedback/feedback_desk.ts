import type { z } from 'zod'
import type { Desk, DeskCall } from '../../handler/desk.ts'
import { HttpError } from '../../handler/errors.ts'
import { readJson } from '../../handler/handler.ts'
import { contentReply, type Reply } from '../../handler/reply.ts'
import { feedbackRequest, type feedbackResponse } from '../../interface/schemas/feedback.ts'
import type { RateLimits } from '../limits.ts'
import type { Database } from '../store/database.ts'
import { type FeedbackReport, FeedbackStore } from './feedback_store.ts'

const LIMITS = [
  { requests: 10, seconds: 60 },
  { requests: 50, seconds: 86_400 },
]
const MOST_BYTES = 65_536

/** What the desk for feedback works with. */
export interface FeedbackDeskOptions {
  db: Database
  limits: RateLimits
  /** Milliseconds since 1970. */
  now(): number
  /** A new UUID. */
  newId(): string
}

/**
 * Takes reports: 201 once one is stored, and the same again for the same report. A report of the wrong shape is 400
 * and counts for no limit; one too many is 429. Throws StoreUnavailable, after which the report can be sent again.
 */
export function createFeedbackDesk({ db, limits, now, newId }: FeedbackDeskOptions): Desk {
  const store = new FeedbackStore(db)
  return {
    async reply(call) {
      const report = readReport(await readJson(call.http, call.endpoint.body?.maxBytes ?? MOST_BYTES))
      const caller = call.http.address ?? 'unknown'
      const taken = await limits.take('feedback', caller, LIMITS)
      if (!taken.isAllowed) throw tooMany(taken.resetSeconds)
      return accepted(call, await store.add(report, { id: newId(), caller, now: now() }))
    },
  }
}

/** Unknown fields are left out. Throws HttpError 400 that names each wrong field and its bounds. */
function readReport(body: unknown): FeedbackReport {
  const read = feedbackRequest.safeParse(body)
  if (read.success) return read.data
  const wrong = read.error.issues.map(
    ({ path, message }) => `${path[0]?.toString() ?? 'The body'} ${message}.`,
  )
  throw new HttpError(400, 'invalid_body', [...new Set(wrong)].join(' '))
}

function accepted({ release }: DeskCall, id: string): Reply {
  const answer: z.infer<typeof feedbackResponse> = {
    ok: true,
    feedback_id: id,
    message: 'Thank you. Quote this id to ask about it; the same report sent again keeps it.',
  }
  const bytes = new TextEncoder().encode(`${JSON.stringify(answer)}\n`)
  const content = { bytes, etag: '', contentType: 'application/json; charset=utf-8' }
  const reply = contentReply(content, 0, release.id)
  // What was sent has no address of its own that a tag could be asked about.
  const { etag, ...headers } = reply.headers
  return { ...reply, status: 201, headers }
}

const tooMany = (seconds: number): HttpError =>
  new HttpError(
    429,
    'rate_limit_exceeded',
    `At most 10 reports a minute and 50 a day are taken from one address. Try again in ${seconds} seconds.`,
    { headers: { 'retry-after': String(seconds) } },
  )
