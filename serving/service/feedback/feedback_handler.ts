import type { z } from 'zod'
import { JSON_TYPE } from '../../../core/interface/content.ts'
import { HttpError } from '../../../core/interface/errors.ts'
import { RATE_LIMITS } from '../../../core/interface/rate_limits.ts'
import { contentReply, type Reply } from '../../../core/interface/reply.ts'
import { feedbackRequest, type feedbackResponse } from '../../../core/resources/feedback.schema.ts'
import type { AllowedOrigins } from '../../../core/settings/values.ts'
import { readJson } from '../../handler/handler.ts'
import type { StatefulCall, StatefulHandler } from '../../handler/stateful_handler.ts'
import type { RateLimits } from '../limits/limits.ts'
import { getCaller } from '../rpc/method.ts'
import type { StateDatabase } from '../store/database.ts'
import { type FeedbackReport, FeedbackStore } from './feedback_store.ts'
import { requireJson, requireOwnPage } from './same_origin.ts'

const { minute, day } = RATE_LIMITS.feedback
const MAX_BYTES = 65_536
/** Maximum number of open reports: some 100 MB at most. */
export const MAX_OPEN_REPORTS = 20_000

/** Options of the feedback handler. */
export interface FeedbackHandlerOptions {
  db: StateDatabase
  limits: RateLimits
  /** Origins whose pages may send reports, beside our own and loopback ones. */
  origins: AllowedOrigins
  /** Milliseconds since 1970. */
  now(): number
  /** A new UUID. */
  newId(): string
}

/**
 * Takes reports: 201 once one is stored, and the same again for the same report. A malformed report is 400 and counts
 * for no limit, nor does one sent from a foreign page; one too many is 429. When too many are open, those of the
 * network with the most are removed: 503 for a new one from there. Throws StoreUnavailable, after which the report can
 * be sent again.
 */
export function createFeedbackHandler({
  db,
  limits,
  origins,
  now,
  newId,
}: FeedbackHandlerOptions): StatefulHandler {
  const store = new FeedbackStore(db)
  return {
    async reply(call) {
      requireOwnPage(call, origins)
      requireJson(call.http)
      const report = readReport(await readJson(call.http, call.endpoint.body?.maxBytes ?? MAX_BYTES))
      const caller = getCaller(call)
      const taken = await limits.take('feedback', caller, [minute, day])
      if (!taken.isAllowed) throw tooMany(taken.resetSeconds)
      const id = await store.add(report, { id: newId(), caller, now: now() })
      if ((await store.makeRoom(MAX_OPEN_REPORTS)).includes(id)) throw full()
      return acceptedReply(call, id)
    },
  }
}

/** Omits unknown fields. Throws HttpError 400 that names each wrong field and its bounds. */
function readReport(body: unknown): FeedbackReport {
  const read = feedbackRequest.safeParse(body)
  if (read.success) return read.data
  const wrong = read.error.issues.map(
    ({ path, message }) => `${path[0]?.toString() ?? 'The body'} ${message}.`,
  )
  throw new HttpError(400, 'invalid_body', [...new Set(wrong)].join(' '))
}

function acceptedReply({ release }: StatefulCall, id: string): Reply {
  const answer: z.infer<typeof feedbackResponse> = {
    ok: true,
    feedback_id: id,
    message:
      'Thank you. Quote this id when you ask about the report. The same report sent again gets the same id.',
  }
  const bytes = new TextEncoder().encode(`${JSON.stringify(answer)}\n`)
  const content = { bytes, etag: '', contentType: JSON_TYPE }
  const reply = contentReply(content, 0, release.id)
  // A report has no address of its own that a tag could be requested for.
  const { etag, ...headers } = reply.headers
  return { ...reply, status: 201, headers }
}

const tooMany = (seconds: number): HttpError =>
  new HttpError(
    429,
    'rate_limit_exceeded',
    `At most ${minute.requests} reports per minute and ${day.requests} per day are accepted from one IP address. Try again in ${seconds} seconds.`,
    { headers: { 'retry-after': String(seconds) } },
  )

const full = (): HttpError =>
  new HttpError(
    503,
    'feedback_full',
    'Too many reports wait to be read, and your network has sent the most of them: it can send no more for now. Try again tomorrow.',
    { headers: { 'retry-after': '86400' } },
  )
