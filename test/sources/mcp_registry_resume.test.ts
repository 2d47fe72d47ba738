import { describe, expect, it } from 'vitest'
import type { RequestOptions } from '../../pipeline/http/http.ts'
import mcpRegistry from '../../pipeline/sources/mcp_registry.ts'
import { type ContextOptions, type Fetched, fetchAll, selectRows } from './context.ts'
import { recordAndReplay } from './contract.ts'
import { fakeHttp, type Reply } from './recorded_http.ts'

const FIRST = '2026-01-05'
const SECOND = '2026-01-06'
const THIRD = '2026-01-07'
const OFFICIAL = 'io.modelcontextprotocol.registry/official'
const item = (name: string) => ({
  server: { name, description: 'A sample', version: '1.0.0' },
  _meta: { [OFFICIAL]: { status: 'active', isLatest: true } },
})

/** Parses a request: `since` of its listing and its cursor. */
const parseRequest = (url: string) => {
  const query = new URL(url).searchParams
  return `${query.get('updated_since')?.slice(0, 10) ?? 'all'} ${query.get('cursor') ?? ''}`.trim()
}

/** A registry of three pages and, of the changes since any date, two; `down` are requests that never answer. */
const registry =
  (down: string[], refused: string[] = []) =>
  (url: string): Reply | undefined => {
    const [listing, cursor = 'p0'] = parseRequest(url).split(' ')
    if (down.includes(parseRequest(url))) return undefined
    if (refused.includes(parseRequest(url))) return { status: 422, body: { title: 'Unprocessable Entity' } }
    const at = Number(cursor.slice(1))
    const last = listing === 'all' ? 2 : 1
    const name = listing === 'all' ? 'sample/listed' : 'sample/changed'
    const metadata = at < last ? { nextCursor: `p${at + 1}` } : {}
    return { body: { servers: [item(`${name}${at}`)], metadata } }
  }

const fetched = async (
  respond: (url: string, options: RequestOptions) => Reply | undefined,
  given: ContextOptions,
) => {
  const http = fakeHttp(respond)
  const result = await fetchAll(mcpRegistry, http, given)
  return { ...result, names: listNames(result), asked: http.asked.map(parseRequest) }
}
const listNames = (result: Fetched) =>
  selectRows(result).map((row) => String(row.name).slice('sample/'.length))
const readCursor = ({ coverage }: Fetched): string =>
  typeof coverage === 'object' && 'resume' in coverage ? (coverage.resume ?? '') : ''

/** The first day, which stops before the third page. */
const begun = () => fetched(registry(['all p2']), { day: FIRST })

describe('a listing that stops at a page', () => {
  it('keeps the rows read before it, and reports the rest', async () => {
    const first = await begun()
    expect(first.names).toEqual(['listed0', 'listed1'])
    expect(first.coverage).toMatchObject({ left_out: 'servers after the 2 that were read' })
  })

  it('fails when not one page came, so that it does not count as read', async () => {
    await expect(fetched(registry(['all']), { day: FIRST })).rejects.toThrow('version=latest')
  })

  it('is gone on with by the next run, which reads first what changed since it was begun', async () => {
    const second = await fetched(registry([]), {
      day: SECOND,
      lastDay: FIRST,
      resume: readCursor(await begun()),
    })
    expect(second.asked).toEqual([FIRST, `${FIRST} p1`, 'all p2'])
    expect(second.names).toEqual(['changed0', 'changed1', 'listed2'])
    // Read on two days, it tells of no departure.
    expect(second.coverage).toBe('changes')
  })

  it('is gone on with from where a second run stopped, with the changes since that one', async () => {
    const given = { day: SECOND, lastDay: FIRST, resume: readCursor(await begun()) }
    const second = await fetched(registry(['all p2']), given)
    expect(second.names).toEqual(['changed0', 'changed1'])
    const third = await fetched(registry([]), { day: THIRD, lastDay: SECOND, resume: readCursor(second) })
    expect(third.asked).toEqual([SECOND, `${SECOND} p1`, 'all p2'])
  })

  it('loses no change when the changes themselves stop', async () => {
    const given = { day: SECOND, lastDay: FIRST, resume: readCursor(await begun()) }
    const second = await fetched(registry([`${FIRST} p1`]), given)
    expect(second.names).toEqual(['changed0'])
    const third = await fetched(registry([]), { day: THIRD, lastDay: SECOND, resume: readCursor(second) })
    expect(third.asked).toEqual([FIRST, `${FIRST} p1`, 'all p2'])
  })

  it('is begun again a day later when its place means nothing any more', async () => {
    const given = { day: SECOND, lastDay: FIRST, resume: readCursor(await begun()) }
    const second = await fetched(registry([], ['all p2']), given)
    expect([second.names, second.asked.slice(2)]).toEqual([['changed0', 'changed1'], ['all p2']])
    const third = await fetched(registry([]), { day: THIRD, lastDay: SECOND, resume: readCursor(second) })
    expect(third.asked).toEqual([SECOND, `${SECOND} p1`, 'all', 'all p1', 'all p2'])
    expect(third.coverage).toBe('changes')
  })

  it('gives way to a complete list that is due', async () => {
    const given = { day: '2026-03-05', lastDay: FIRST, resume: readCursor(await begun()) }
    const later = await fetched(registry([]), given)
    expect([later.asked, later.coverage]).toEqual([['all', 'all p1', 'all p2'], 'all'])
  })

  it('of changes alone, is gone on with as well', async () => {
    const second = await fetched(registry([`${FIRST} p1`]), { day: SECOND, lastDay: FIRST })
    const third = await fetched(registry([]), { day: THIRD, lastDay: SECOND, resume: readCursor(second) })
    expect(third.asked).toEqual([SECOND, `${SECOND} p1`, `${FIRST} p1`])
  })

  it('comes to the same from the archive', async () => {
    const first = await recordAndReplay(mcpRegistry, registry(['all p2']), { day: FIRST })
    expect(listNames(first.live)).toEqual(['listed0', 'listed1'])
    expect(first.derived).toEqual(first.live)
    const given = { day: SECOND, lastDay: FIRST, resume: readCursor(first.derived) }
    const second = await recordAndReplay(mcpRegistry, registry([`${FIRST} p1`]), given)
    expect(listNames(second.live)).toEqual(['changed0'])
    expect(second.derived).toEqual(second.live)
  })
})
