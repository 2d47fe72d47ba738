import { expect, it } from 'vitest'
import { formatDay, parseDay } from '../../pipeline/archive/day_file.ts'
import type { IndexedChain } from '../../pipeline/catalog/chains.ts'
import type { Http, RequestOptions } from '../../pipeline/http/http.ts'
import { replayHttp } from '../../pipeline/http/replay.ts'
import { RequestLog } from '../../pipeline/http/request_log.ts'
import { describeLeft } from '../../pipeline/source/left_out.ts'
import type { ChainCoverage, Source } from '../../pipeline/source/source.ts'
import payments from '../../pipeline/sources/x402_payments.ts'
import { toSourceDay } from '../http/harness.ts'
import { fetchAll, selectRows } from '../sources/context.ts'
import { fakeHttp } from '../sources/recorded_http.ts'
import { createClient } from './chain_client.ts'
import { chainReply, createCatalog, type FakeChain, ONLY_BASE } from './fake_chain.ts'
import { FIRST, ONLY_PINGED, PINGED, pinged, pings } from './pings.ts'

const HEAD = 300_000
const OTHER: IndexedChain = { ...PINGED, id: 'eip155:137', name: 'Polygon', dataset: 'polygon-mainnet' }
const BOTH = createCatalog(PINGED, OTHER)
const LOGS = [FIRST, HEAD - 90_000, HEAD].map((block) => pinged(block))

/** Base in answers of 10,000 blocks, and Polygon, which is like it but for its answers. */
const respond = (url: string, options: RequestOptions) => {
  const isOther = url.includes('polygon')
  const chain: FakeChain = { head: HEAD, logs: LOGS, ...(!isOther && { mostBlocks: 10_000 }) }
  return chainReply(chain, url.replace('polygon-mainnet', 'base-mainnet'), options)
}

/** A client whose limits are this many requests a chain, whatever a source declares. */
function limitedTo(requests: number) {
  const { http, archive } = createClient(respond)
  const { json, bytes } = http
  const client: Http = {
    ...{ json, bytes, remaining: (url) => http.remaining(url) },
    limited: () => http.limited({ requests, minutes: 1 }),
  }
  return { http, archive, client }
}

it('a chain that spends its requests has its newest blocks, and leaves all of theirs to others', async () => {
  const { client } = limitedTo(15)
  const fetched = await fetchAll(pings, client, { catalog: BOTH })
  const { blocks, gaps, left_out } = fetched.coverage as ChainCoverage
  expect(blocks.map(({ chain, from_block, to_block }) => [chain, from_block, to_block])).toEqual([
    [PINGED.id, HEAD - 86_399, HEAD],
    [PINGED.id, FIRST, FIRST + 39_999],
    [OTHER.id, HEAD - 86_399, HEAD],
    [OTHER.id, FIRST, HEAD - 86_400],
  ])
  const missing = HEAD - 86_400 - FIRST - 40_000 + 1
  expect(gaps).toEqual([
    {
      ...{ chain: PINGED.id, from_block: FIRST + 40_000, to_block: HEAD - 86_400, missing_blocks: missing },
      ...{ wanted_blocks: HEAD - FIRST + 1, runs_left: Math.ceil(missing / 40_000) },
      reason: "a run's requests or minutes for Base are used up",
      fix: 'the next run reads on',
    },
  ])
  expect(left_out).toBe(
    `Base: ${describeLeft(missing, HEAD - FIRST + 1, 'blocks')} between ${FIRST + 40_000} and ${HEAD - 86_400} (42 % read, about 5 more runs at this pace), since a run's requests or minutes for Base are used up: the next run reads on`,
  )
})

it('what was spent is the same in a rebuild, and a later run has it all', async () => {
  const { http, archive, client } = limitedTo(15)
  const log = new RequestLog()
  const live = await fetchAll(pings, log.watch(client), { catalog: BOTH })
  const day = { ...toSourceDay(http.responses()), failures: log.failures() }
  const derived = await fetchAll(pings, replayHttp(parseDay(formatDay(day), 'day'), archive), {
    catalog: BOTH,
  })
  expect(derived.coverage).toEqual(live.coverage)
  const earlierBlocks = (live.coverage as ChainCoverage).blocks
  const next = await fetchAll(pings, limitedTo(99).client, { catalog: BOTH, earlierBlocks })
  expect(next.coverage).toMatchObject({ gaps: [], left_out: null })
  expect(selectRows(live).length + selectRows(next).length).toBe(2 * LOGS.length)
})

it('requests for history are in the background, those for the newest blocks are not', async () => {
  const asked: [number, boolean | undefined][] = []
  const http = fakeHttp((url, options) => {
    const query = options.body as { toBlock?: number } | undefined
    if (query?.toBlock !== undefined) asked.push([query.toBlock, options.isBackground])
    return respond(url, options)
  })
  await fetchAll(pings, http, { catalog: ONLY_PINGED })
  const isHistory = asked.map(([toBlock]) => toBlock < HEAD)
  expect(isHistory.slice(0, 9)).toEqual(Array(9).fill(false))
  expect(asked.map(([, isBackground]) => isBackground)).toEqual(isHistory)
})

it.each<[string, Source, boolean]>([
  ['whole transactions is bounded by chunks', payments, true],
  ['few logs is not', pings, false],
])('an answer with %s', async (_, source, isBounded) => {
  const bounded: boolean[] = []
  const http = fakeHttp((url, options) => {
    // The time of a block is asked for without any items.
    const isQuery = (options.body as { logs?: unknown[] } | undefined)?.logs !== undefined
    if (isQuery) bounded.push(url.endsWith('stream?max_chunks=4'))
    return chainReply({ head: HEAD, final: HEAD - 9, logs: [] }, url, options)
  })
  await fetchAll(source, http, { catalog: source === payments ? ONLY_BASE : ONLY_PINGED })
  expect(bounded.length).toBeGreaterThan(1)
  expect(new Set(bounded)).toEqual(new Set([isBounded]))
})
