import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { OperationalError, UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import { Archive } from '../../pipeline/archive/archive.ts'
import { createHttp } from '../../pipeline/http/client.ts'
import { replayGuard } from '../../pipeline/http/guard/replay.ts'
import { HostQueues } from '../../pipeline/http/host_queue.ts'
import type { RequestOptions } from '../../pipeline/http/http.ts'
import { replayHttp } from '../../pipeline/http/replay.ts'
import { replayProber } from '../../pipeline/ingest/jobs/job_prober.ts'
import type { Coverage, Source } from '../../pipeline/source/source.ts'
import { loadSources } from '../../pipeline/source/source_loader.ts'
import { type ContextOptions, type Fetched, fetchAll, selectRows } from './context.ts'
import {
  encodeBody,
  fakeGuarded,
  fakeHttp,
  fakeProber,
  findReply,
  type RecordedReply,
} from './recorded_http.ts'

/** A small recording of one fetch, and its expected result. */
export interface Recording extends ContextOptions {
  /** Note on the figures in it: invented, and for tests only. */
  note: string
  replies: RecordedItems[]
  expected: { coverage: Coverage; rows: Record<string, unknown>[] }
}

interface RecordedItems extends RecordedReply {
  /** The field (of each line, where there are lines) that lists the items; '' when the body is one item itself. */
  items?: string
  /** Statuses that are an answer to this request, and no failure. */
  accepts?: number[]
  /** Requested through the guard: any answer is an outcome, not a failure. */
  visited?: true
}

const HOSTILE: unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e308, '', ' ', '12', 'x'.repeat(10_000), 'a\u202eb\u0000\ud800'],
  ...[[], [[[[]]]], [null], {}, JSON.parse('{"__proto__":{"polluted":true},"constructor":1}')],
]
const BROKEN: [string, (reply: RecordedReply) => Partial<RecordedReply>][] = [
  ['404', () => ({ status: 404, body: { message: 'Not Found' } })],
  ['500', () => ({ status: 500, body: 'Internal Server Error' })],
  ['a page of HTML', () => ({ status: 200, body: '<!DOCTYPE html><title>Just a moment</title>' })],
  ['half a body', (reply) => ({ status: 200, body: encodeBody(reply).toString().slice(0, -20) })],
  ['an empty body', () => ({ status: 200, body: '' })],
  ['{}', () => ({ status: 200, body: {} })],
  ['null', () => ({ status: 200, body: null })],
]

/** Tests the contract of every source on its recording. */
export function testSource(name: string, recording: Recording): void {
  const { replies, expected } = recording
  let source: Source
  const replay = (altered = replies, latency?: (request: number) => number) =>
    fetchAll(
      source,
      fakeHttp(findReply(altered), latency),
      { ...recording, prober: fakeProber((url) => findReply(altered)(url, {}), latency) },
      fakeGuarded((url) => findReply(altered)(url, {}), latency),
    )

  describe(`source ${name}`, () => {
    beforeAll(async () => {
      source = (await loadSources()).find((candidate) => candidate.name === name) as Source
    })

    it('reads the recording as expected, in rows that fit its schema', async () => {
      const fetched = await replay()
      expect(selectRows(fetched)).toEqual(expected.rows)
      const { coverage } = expected
      // Checks depend on nodes that a recording need not have.
      expect(fetched.coverage).toEqual(
        typeof coverage === 'string' ? coverage : expect.objectContaining(coverage),
      )
      for (const row of selectRows(fetched)) expect(source.row.parse(row)).toEqual(row)
      for (const { row } of fetched.observations)
        expect(Object.keys(row)).toEqual(Object.keys(source.row.shape))
    })

    it('yields each key once, and each row with the reply it was read from', async () => {
      const fetched = await replay()
      expect(duplicateKeys(source, selectRows(fetched))).toEqual([])
      const known = Object.values(recording.known ?? {}).flat()
      const urls = [...replies.map((reply) => reply.url), ...known.map((row) => row.source_url)]
      for (const { from } of fetched.observations) expect(urls).toContain(from.url)
    })

    it('gives the same for the same input, in whatever order the replies arrive', async () => {
      const late = await replay(replies, (request) => 1 + ((request * 5) % 7))
      expect(JSON.stringify(late)).toBe(JSON.stringify(await replay()))
    })

    it('gives the same when it is derived again from the archive', async () => {
      const { live, derived } = await recordAndReplay(source, findReply(replies), recording)
      expect(selectRows(live)).toEqual(expected.rows)
      expect(JSON.stringify(derived)).toBe(JSON.stringify(live))
    })

    it.each(cases(replies))(
      'names the address when $what is the reply to $reply.url',
      async ({ what, reply, broken }) => {
        const fetching = replay(replies.map((other) => (other === reply ? { ...reply, ...broken } : other)))
        const result: unknown = await fetching.catch((thrown: unknown) => thrown)
        const isKept = isCutKept(reply, what) && !(result instanceof Error)
        if (reply.visited || reply.accepts?.includes(broken.status ?? 200) || isKept) {
          for (const row of selectRows(await fetching)) expect(source.row.parse(row)).toEqual(row)
        } else {
          expect(result).toSatisfy(
            (thrown) => thrown instanceof UpstreamDown || thrown instanceof UpstreamChanged,
          )
          expect(String(result)).toContain(reply.url.replace(/\?max_chunks=\d+$/, ''))
        }
      },
    )

    it('survives a hostile item, and keeps it out of the good rows and away from the others', async () => {
      for (const mutation of mutations(replies)) {
        const { observations } = await attempt(replay(mutation.replies), mutation.where)
        const good = observations.map(({ row }) => goodRow(source, row)).filter((row) => row !== undefined)
        for (const row of good) expect(findHarmful(source, row), mutation.where).toEqual([])
        expect(duplicateKeys(source, good), mutation.where).toEqual([])
        const kept = new Set(good.map((row) => JSON.stringify(row)))
        const lost = expected.rows.filter((row) => !kept.has(JSON.stringify(row)))
        expect(lost.length, mutation.where).toBeLessThanOrEqual(1)
      }
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    })

    it('meets any change of an envelope with rows or a named error', async () => {
      for (const { replies: altered, where } of mutations(replies, 'envelope')) {
        const result = await replay(altered).catch((thrown: unknown) => thrown)
        if (result instanceof Error) expect(result, where).toBeInstanceOf(OperationalError)
      }
    })
  })
}

/** Complete lines are kept, and the rest is requested again, which may fail by itself. */
const isCutKept = ({ lines, body }: RecordedItems, what: string): boolean =>
  what === 'half a body' && lines === true && Array.isArray(body) && body.length > 1

const cases = (replies: RecordedItems[]) =>
  replies.flatMap((reply) => BROKEN.map(([what, breakIt]) => ({ what, reply, broken: breakIt(reply) })))

async function attempt(fetching: Promise<Fetched>, where: string): Promise<Fetched> {
  try {
    return await fetching
  } catch (cause) {
    throw new Error(`it threw for ${where}`, { cause })
  }
}

/** The body of a request as a source gave it. */
function sentBody(init: RequestInit | undefined): RequestOptions {
  if (typeof init?.body !== 'string') return {}
  const isText = new Headers(init.headers).get('content-type') === 'text/plain'
  return isText ? { text: init.body } : { body: JSON.parse(init.body) }
}

/** Fetches through the real client into an archive, and then again from that archive alone. */
export async function recordAndReplay(
  source: Source,
  respond: Parameters<typeof fakeHttp>[0],
  given: ContextOptions,
): Promise<{ live: Fetched; derived: Fetched }> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-source-'))
  try {
    const archive = new Archive(folder)
    const http = createHttp({
      ...{ archive, previous: null, now: () => 0, random: () => 0, sleep: async () => {}, userAgent: 'test' },
      queues: new HostQueues({ '*': { perSecond: Number.POSITIVE_INFINITY } }, async () => {}),
      fetch: async (input, init) => {
        const reply = respond(String(input), sentBody(init))
        const { status = 200, headers = {} } = reply ?? { status: 599 }
        return new Response(reply ? encodeBody(reply) : 'no such reply', { status, headers })
      },
    })
    const guarded = fakeGuarded((url) => respond(url, {}), undefined, archive)
    const prober = fakeProber((url) => respond(url, {}), undefined, archive)
    const live = await fetchAll(source, http, { ...given, prober }, guarded)
    const day = {
      source: source.name,
      date: '2026-01-08',
      world: 'sample',
      outcome: 'ok',
      error: null,
    } as const
    const recorded = {
      ...day,
      responses: [...http.responses(), ...guarded.responses(), ...prober.responses()],
    }
    const [replayed, visited] = [replayHttp(recorded, archive), replayGuard(recorded, archive)]
    const reprobed = { ...given, prober: { ...replayProber(recorded, archive), askAgain: async () => [] } }
    return { live, derived: await fetchAll(source, replayed, reprobed, visited) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const goodRow = ({ row: schema }: Source, row: unknown) =>
  schema.safeParse(row).data as Record<string, unknown> | undefined

const duplicateKeys = (source: Source, rows: Record<string, unknown>[]) => {
  const keys = rows.map((row) => JSON.stringify(source.key.map((column) => row[column])))
  return keys.filter((key, i) => keys.indexOf(key) !== i)
}

interface Mutation {
  replies: RecordedItems[]
  where: string
}

/** Every place of every item (or of what is around them) with every hostile value in it, and without it. */
function* mutations(replies: RecordedItems[], of: 'items' | 'envelope' = 'items'): Generator<Mutation> {
  for (const [i, reply] of replies.entries()) {
    for (const path of paths(reply.body)) {
      const place = reply.lines ? path.slice(1) : path
      const isItem = reply.items === '' || (place.length > 1 && place[0] === reply.items)
      if (isItem !== (of === 'items')) continue
      // Without a field of its own, a body that is one item is no longer recognised as an answer.
      const values = reply.items === '' ? HOSTILE : [...HOSTILE, undefined]
      for (const value of values) {
        const body = structuredClone(reply.body)
        set(body, path, value)
        const where = `${reply.url} ${path.join('.')} = ${JSON.stringify(value)?.slice(0, 40)}`
        yield { where, replies: replies.with(i, { ...reply, body }) }
      }
    }
  }
}

function paths(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [[...at, key], ...paths(inner, [...at, key])])
}

function set(body: unknown, path: string[], value: unknown): void {
  let at = body as Record<string, unknown>
  for (const step of path.slice(0, -1)) at = at[step] as Record<string, unknown>
  at[path.at(-1) as string] = value
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : []
}

/** Texts that no valid row may contain: unbounded ones anywhere, invisible characters in the row's name. */
const findHarmful = (source: Source, row: Record<string, unknown>) => [
  ...strings(row).filter((text) => text.length >= 10_000),
  ...strings(source.key.map((column) => row[column])).filter((text) => /\p{C}/u.test(text)),
]
