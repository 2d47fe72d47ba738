import { z } from 'zod'
import { UpstreamChanged } from '../../../core/domain/errors.ts'

const LINE_FEED = 10

/** The last second in the range of a date. */
const LATEST = 8.64e12

const Header = z.looseObject({
  number: z.int().min(0),
  timestamp: z.number().min(0).max(LATEST),
  hash: z.string().nullable().default(null),
})
const Line = z.looseObject({ header: Header })

/** Parses the whole lines of a body one by one; a truncated last one is omitted. Throws UpstreamChanged. */
export function* parseLines(url: string, body: Buffer): Generator<unknown> {
  let at = 0
  for (let end = body.indexOf(LINE_FEED); end !== -1; end = body.indexOf(LINE_FEED, at)) {
    yield parse(url, body.toString('utf8', at, end))
    at = end + 1
  }
}

function parse(url: string, line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (cause) {
    throw new UpstreamChanged(url, 'one of its lines is not JSON: run again with --refetch', { cause })
  }
}

/** The headers of the first and the last whole line; null where there is no line at all. */
export function parseEnds(body: Buffer): { first: BlockHeader; last: BlockHeader } | null {
  const end = body.lastIndexOf(LINE_FEED)
  if (end === -1) return null
  const start = end === 0 ? 0 : body.lastIndexOf(LINE_FEED, end - 1) + 1
  return { first: parseHeader(body, 0, body.indexOf(LINE_FEED)), last: parseHeader(body, start, end) }
}

type BlockHeader = z.infer<typeof Header>

const parseHeader = (body: Buffer, start: number, end: number): BlockHeader =>
  Line.parse(JSON.parse(body.toString('utf8', start, end))).header

/** Returns the problem of a body that should have at least one line, or null. */
export const findEmptyProblem = (body: Buffer): { problem: string } | null =>
  body.length === 0 ? { problem: 'status 200, but it is empty' } : findBodyProblem(body)

/**
 * Returns the problem of a body that should be lines of blocks, or null. An empty one is valid: there are no such
 * blocks.
 */
export function findBodyProblem(body: Buffer): { problem: string } | null {
  if (body.length === 0) return null
  try {
    if (parseEnds(body) !== null) return null
    return { problem: 'status 200, but it has no whole line' }
  } catch {
    return { problem: 'status 200, but its first or last line is no block' }
  }
}
