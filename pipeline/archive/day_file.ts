import { z } from 'zod'
import { OperationalError } from '../../core/domain/errors.ts'
import type { ArchivedResponse, FailedRequest, SourceDay } from './source_day.ts'

const text = z.string().nullable()

const responseSchema: z.ZodType<ArchivedResponse> = z.object({
  method: z.enum(['GET', 'POST', 'DELETE']),
  url: z.string(),
  request: text,
  status: z.int(),
  sha256: z.string(),
  bytes: z.int(),
  etag: text,
  content_type: text,
  link: text,
  retrieved_at: z.string(),
  outcome: z.string().optional(),
  final_url: text.optional(),
  headers: z.record(z.string(), z.string()).optional(),
  target: z.string().optional(),
  occurrence: z.int().optional(),
  first_byte_ms: z.int().optional(),
  total_ms: z.int().optional(),
  form: z.enum(['text', 'events']).optional(),
  order: z.string().optional(),
})

const failureSchema: z.ZodType<FailedRequest> = z.object({
  method: z.enum(['GET', 'POST', 'DELETE']),
  url: z.string(),
  request: text,
  error: z.enum(['UpstreamDown', 'UpstreamChanged', 'BudgetSpent']),
  message: z.string(),
})

const headerSchema = z.object({
  source: z.string(),
  date: z.string(),
  world: z.enum(['live', 'replay', 'sample']),
  outcome: z.enum(['ok', 'failed', 'skipped']),
  error: z.object({ name: z.string(), address: text, message: z.string() }).nullable(),
  backfilled: z.literal(true).optional(),
  unreleased: z.literal(true).optional(),
  settings: z.array(z.string()).optional(),
  unanswered: z.int().optional(),
  unfinished: z.literal(true).optional(),
  seen: z.record(z.string(), z.int().min(1)).optional(),
  parts: z.array(z.object({ part: z.string(), outcome: z.enum(['ok', 'failed', 'lost']) })).optional(),
  failures: z.array(failureSchema).optional(),
  responses: z.int(),
})

/** The identity of a request: equal for two responses of a day to the same request. */
export const requestKey = ({ method, url, request, target, occurrence }: RequestIdentity) =>
  [url, method, request ?? '', ...(target || occurrence ? [target ?? '', occurrence ?? 1] : [])].join('\n')

type RequestIdentity = Pick<ArchivedResponse, 'method' | 'url' | 'request' | 'target' | 'occurrence'>

/** A source day as NDJSON: a header with the number of responses, then the responses, sorted by request. */
export function formatDay(day: SourceDay): string {
  // Of two responses to one request the last one was used, and a map keeps the last.
  const unique = new Map(day.responses.map((response) => [requestKey(response), response]))
  const sorted = [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, response]) => response)
  const { responses: _, ...header } = day
  // Parsing puts the keys in the order of the schema, whatever order the caller wrote them in.
  const lines = [
    headerSchema.parse({ ...header, responses: sorted.length }),
    ...sorted.map((r) => responseSchema.parse(r)),
  ]
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
}

/** Reads what `formatDay` wrote. Throws OperationalError that names the file when it is damaged. */
export function parseDay(ndjson: string, path: string): SourceDay {
  try {
    const [first, ...rest] = ndjson.trimEnd().split('\n')
    const header = headerSchema.parse(JSON.parse(first ?? ''))
    const responses = rest.map((line) => responseSchema.parse(JSON.parse(line)))
    if (responses.length === header.responses) return { ...header, responses }
    throw new RangeError(`${responses.length} of ${header.responses} responses`)
  } catch (cause) {
    throw new OperationalError(
      `${path} is damaged: restore it from a copy, or run its date again with --refetch`,
      {
        cause,
      },
    )
  }
}

/** Reads a line of a journal; a damaged one counts as not written, so that its requests are sent again. */
export function parseResponses(line: string): ArchivedResponse[] {
  try {
    return z.array(responseSchema).parse(JSON.parse(line))
  } catch {
    return []
  }
}
