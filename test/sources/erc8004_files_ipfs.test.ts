import { describe, expect, it } from 'vitest'
import type { Http } from '../../pipeline/http/http.ts'
import type { KnownRow } from '../../pipeline/source/source.ts'
import source from '../../pipeline/sources/erc8004_files.ts'
import { toOlderBlock, toRawBlock } from '../../sample/agents/blocks.ts'
import { gatewaysWith } from '../ipfs/network.ts'
import { fetchAll, selectRows } from './context.ts'
import { recordAndReplay } from './contract.ts'
import { later, registered } from './given_agents.ts'
import { encodeBody, fakeGuarded } from './recorded_http.ts'

const FILE = { name: 'Sample', services: [{ name: 'web', endpoint: 'https://a.sample.example/' }] }
const BLOCK = toRawBlock(Buffer.from(JSON.stringify(FILE)))
const URI = `ipfs://${BLOCK.cid}`
const CHAINS = ['eip155:8453', 'eip155:56', 'eip155:1']

const fetchFrom = (http: Http, events: KnownRow[], files: KnownRow[] = [], day = '2026-01-08') =>
  fetchAll(source, http, { day, known: { erc8004_identity: events, erc8004_files: files } })

/** Returns the rows read on a day, as the source knows them on the next. */
async function readOn(
  day: string,
  http: Http,
  events: KnownRow[],
  files: KnownRow[] = [],
): Promise<KnownRow[]> {
  const { observations } = await fetchFrom(http, events, files, day)
  return observations.map(({ from, row }) => ({
    ...row,
    ...{
      source_url: from.url,
      response_sha256: from.sha256,
      observed_at: from.retrievedAt,
      observed_on: day,
    },
  }))
}

describe('a file at IPFS', () => {
  it('is read through a gateway, and cites the block that was checked', async () => {
    const [observation] = (await fetchFrom(gatewaysWith([BLOCK]), [registered('1', URI)])).observations
    expect(observation?.row).toMatchObject({
      scheme: 'ipfs',
      outcome: 'ok',
      ...FILE,
      services: [{ name: 'web' }],
    })
    expect(observation?.from.url).toMatch(`/ipfs/${BLOCK.cid}?format=raw`)
    expect(observation?.from.sha256).toBe(Buffer.from(BLOCK.cid.multihash.digest).toString('hex'))
  })

  it('is asked for once for ever', async () => {
    const http = gatewaysWith([BLOCK])
    const files = await readOn('2026-01-08', http, [registered('1', URI)])
    for (let i = 1; i <= 40; i++)
      expect(selectRows(await fetchFrom(http, [registered('1', URI)], files, later(i)))).toEqual([])
    expect(http.asked).toHaveLength(1)
  })

  it('that one agent has is known for any other that has the same, however it is written', async () => {
    const older = toOlderBlock(Buffer.from(JSON.stringify(FILE)))
    const files = await readOn('2026-01-08', gatewaysWith([older]), [registered('1', `ipfs://${older.cid}`)])
    const nobody = gatewaysWith([])
    const same = CHAINS.map((chain) => registered('1', `ipfs://ipfs/${older.cid.toV1()}`, { chain }))
    const { observations } = await fetchFrom(nobody, same, files, later(1))
    expect(nobody.asked).toEqual([])
    const [first] = files
    for (const [index, { from, row }] of observations.entries()) {
      expect(row).toEqual({ ...source.row.parse(first), chain: CHAINS[index], uri: same[index]?.uri })
      expect(from).toMatchObject({ url: first?.source_url, sha256: first?.response_sha256 })
    }
    expect(observations).toHaveLength(3)
  })

  it('that was read before without being checked is asked for', async () => {
    const unchecked = {
      ...{ chain: 'eip155:8453', agent_id: '1', uri: URI, outcome: 'ok', observed_on: '2026-01-08' },
      source_url: `https://ipfs.io/ipfs/${BLOCK.cid}`,
    }
    const http = gatewaysWith([BLOCK])
    const days = Array.from({ length: 15 }, (_, i) => later(i))
    for (const day of days) await fetchFrom(http, [registered('1', URI)], [unchecked], day)
    expect(http.asked.length).toBeGreaterThan(0)
  })

  it('that no gateway has is not observed, cites the event that names it, and is retried within a week', async () => {
    const events = [registered('1', URI), registered('2', `${URI}/agent.json`)]
    const files = await readOn('2026-01-08', gatewaysWith([]), events)
    expect(files).toMatchObject(
      ['1', '2'].map((agent_id) => ({
        ...{ agent_id, outcome: 'not_observed', name: null, source_url: 'https://mainnet.base.org/' },
      })),
    )
    const http = gatewaysWith([BLOCK])
    const days = Array.from({ length: 7 }, (_, i) => later(i + 1))
    const asked = await Promise.all(days.map((day) => readOn(day, http, events, files)))
    const outcomes = asked.flat().map(({ agent_id, outcome }) => `${agent_id} ${outcome}`)
    expect(new Set(outcomes)).toEqual(new Set(['1 ok', '2 not_found']))
    expect(await readOn('2026-01-08', http, events, files)).toEqual([])
  })

  it('that is no registration file never will be one', async () => {
    const block = toRawBlock(Buffer.from('<html>'))
    const http = gatewaysWith([block])
    const files = await readOn('2026-01-08', http, [registered('1', `ipfs://${block.cid}`)])
    expect(files).toMatchObject([{ outcome: 'error', name: null }])
    for (let i = 1; i <= 15; i++)
      await readOn(later(i), http, [registered('1', `ipfs://${block.cid}`)], files)
    expect(http.asked).toHaveLength(1)
  })

  it('counts again when an agent comes back to it', async () => {
    const http = gatewaysWith([BLOCK])
    const [file] = await readOn('2026-01-08', http, [registered('1', URI)])
    const back = registered('1', URI, { kind: 'uri_updated', block_number: 3, observed_on: later(5) })
    const events = [registered('1', URI), registered('1', 'data:,{}', { block_number: 2 }), back]
    const [again] = await readOn(later(5), http, events, [file as KnownRow])
    expect(again).toEqual({ ...file, observed_on: later(5) })
    expect(await readOn(later(6), http, events, [again as KnownRow])).toEqual([])
    expect(http.asked).toHaveLength(1)
  })
})

describe('a day that does not suffice', () => {
  const blocks = Array.from({ length: 700 }, (_, i) => toRawBlock(Buffer.from(`{"name":"Sample ${i}"}`)))
  const events = blocks.map(({ cid }, i) => registered(String(i), `ipfs://${cid}`))
  const web = [
    registered('w1', 'https://a.sample.example/1.json'),
    registered('w2', 'https://a.sample.example/2.json'),
  ]

  it('says how many files it left, and reads them on the next', async () => {
    let left = 600
    const short = gatewaysWith(blocks, () => (left-- > 0 ? undefined : 'silent'))
    const { observations, coverage } = await fetchFrom(short, events)
    expect(observations).toHaveLength(600)
    expect(coverage).toEqual({ left_out: '100 of 700 files of IPFS' })
    const known = selectRows({ observations, coverage }).map((row) => ({ ...row, observed_on: '2026-01-08' }))
    const missing = events.filter(
      ({ agent_id }) => !known.some((row) => Reflect.get(row, 'agent_id') === agent_id),
    )
    const next = selectRows(await fetchFrom(gatewaysWith(blocks), events, known, later(1)))
    expect(next.map(({ agent_id }) => agent_id)).toEqual(
      expect.arrayContaining(missing.map(({ agent_id }) => agent_id)),
    )
  })

  it('keeps files from the web when no gateway answers, and the other way round', async () => {
    const fetchWithBudget = (http: Http, visits: number) => {
      const guarded = fakeGuarded(() => ({ body: FILE }), undefined, undefined, visits)
      return fetchAll(source, http, { known: { erc8004_identity: [...events.slice(0, 5), ...web] } }, guarded)
    }
    const silent = await fetchWithBudget(
      gatewaysWith(blocks, () => 'silent'),
      2,
    )
    expect(selectRows(silent).map(({ agent_id }) => agent_id)).toEqual(['w1', 'w2'])
    expect(silent.coverage).toEqual({ left_out: '5 of 5 files of IPFS' })
    const fetched = await fetchWithBudget(gatewaysWith(blocks), 1)
    expect(fetched.observations).toHaveLength(6)
    expect(fetched.coverage).toEqual({ left_out: '1 of 2 files on the web' })
  })

  it('comes to the same from the archive', async () => {
    let asked = 0
    const held = new Map(blocks.map(({ cid, bytes }) => [String(cid), bytes]))
    const respond = (url: string) => {
      const { host, pathname } = new URL(url)
      const bytes = held.get(pathname.slice('/ipfs/'.length)) ?? Buffer.alloc(0)
      asked++
      if (asked > 640 || asked % 50 === 3) return undefined
      if (asked % 50 === 7) return { status: 504, body: 'no provider found' }
      return {
        body: host === 'ipfs.4everland.io' && asked % 10 === 1 ? encodeBody({ body: `${bytes} ` }) : bytes,
      }
    }
    const { live, derived } = await recordAndReplay(source, respond, { known: { erc8004_identity: events } })
    expect(live.observations.length).toBeGreaterThan(500)
    expect(live.coverage).toMatchObject({ left_out: expect.stringMatching(/^\d+ of 700 files of IPFS$/) })
    expect(JSON.stringify(derived)).toBe(JSON.stringify(live))
  })
})
