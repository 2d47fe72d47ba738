import { expect, test } from 'vitest'
import type { X402Demand } from '../../core/resources/x402_demand.schema.ts'
import type { DemandChains } from '../../core/resources/x402_demand.ts'
import { x402DemandArtifacts } from '../../pipeline/artifacts/answers/x402_demand.ts'
import { BASE, burst, crowd, inDemand, POLYGON, type World } from '../model/x402_given.ts'
import {
  broken,
  build,
  collectBodies,
  createMarketSite,
  createReleaseInfo,
  noAnchors,
  parsed,
} from './market_site.ts'

const INFO = createReleaseInfo('2026-02-10')

const renderArtifacts = (world: World): Promise<Map<string, string>> =>
  inDemand(world, async (db) => {
    await build(db, ['intermediate/x402/int_x402__network_names', 'marts/x402_chains'])
    await noAnchors(db)
    expect(await broken(db, 'short_names_mean_one_chain')).toEqual([])
    return collectBodies(x402DemandArtifacts(createMarketSite(db, INFO)))
  })

const busy = (operator: string, payers: number, amount = 1000n) => crowd(operator, payers, { amount })

test('operators stand by raw payers, what the wash rule leaves beside', async () => {
  const washed = [
    ...Array.from({ length: 20 }, (_, nth) => burst('0xwashed', `0xsock${nth}`, { count: 5 })),
    burst('0xhonest', '0xa'),
    burst('0xhonest', '0xb'),
  ]
  const fundings = Array.from({ length: 20 }, (_, nth) => ({
    operator: '0xwashed',
    wallet: `0xsock${nth}`,
    amount: 5000n,
  }))
  const demand = parsed<X402Demand>(
    await renderArtifacts({ bursts: washed, fundings }),
    'public/api/x402/demand/v1',
  )
  expect(
    demand.operators.map((row) => [
      row.operator,
      row.rank_raw,
      row.rank_adjusted,
      row.unique_payers_adjusted,
    ]),
  ).toEqual([
    ['0xwashed', 1, 2, 0],
    ['0xhonest', 2, 1, 2],
  ])
  expect(demand.operators[0]).toMatchObject({ wash_flags: ['funded_payers'], self_funded_share: 1 })
  expect(demand.market).toMatchObject({ operators: 2, unique_payers: 22, flagged_operators: 1 })
})

test('an amount beyond 2^53 keeps every digit', async () => {
  const amount = 9_007_199_254_740_993n
  const bodies = await renderArtifacts({ bursts: [burst('0xrich', '0xa', { amount })] })
  const demand = parsed<X402Demand>(bodies, 'public/api/x402/demand/v1')
  const volume = { volume_atomic: '9007199254740993', volume_usd: '9007199254.740993' }
  expect(demand.operators[0]).toMatchObject({ ...volume, by_chain: [{ chain: BASE, ...volume }] })
  expect(demand.market).toMatchObject(volume)
})

test('the public file is the first 25 of the 100 rows of 14 days, and each window has a list', async () => {
  const bursts = Array.from({ length: 110 }, (_, nth) => burst(`0xop${nth}`, '0xa', { count: 1 + (nth % 7) }))
  const bodies = await renderArtifacts({ bursts })
  const shown = parsed<X402Demand>(bodies, 'public/api/x402/demand/v1')
  const longest = parsed<X402Demand>(bodies, 'private/demand/all/14.json')
  expect(longest).toMatchObject({ count: 100, market: { operators: 110 } })
  expect(shown).toEqual({ ...longest, count: 25, operators: longest.operators.slice(0, 25) })
  const lists = [...bodies.keys()].filter((path) => path.startsWith('private/demand/'))
  expect(lists).toHaveLength(61)
  expect(lists).toContain('private/demand/eip155_8453/30.json')
})

test('an operator paid on two chains has both beside its total, and each chain a list of its own', async () => {
  const bursts = [...busy('0xboth', 3), ...busy('0xboth', 2).map((burst) => ({ ...burst, chain: POLYGON }))]
  const bodies = await renderArtifacts({ bursts })
  const all = parsed<X402Demand>(bodies, 'private/demand/all/30.json')
  expect(all.operators[0]).toMatchObject({ unique_payers: 3, payments: 5 })
  expect(all.operators[0]?.by_chain.map((part) => [part.chain, part.payments])).toEqual([
    [POLYGON, 2],
    [BASE, 3],
  ])
  expect(all.by_chain.map((part) => [part.chain, part.short_names, part.payments])).toEqual([
    [POLYGON, ['polygon'], 2],
    [BASE, ['base'], 3],
  ])
  const base = parsed<X402Demand>(bodies, 'private/demand/eip155_8453/30.json')
  expect(base.operators[0]?.by_chain.map((part) => part.chain)).toEqual([BASE])
  expect(base).toMatchObject({ chain: BASE, market: { payments: 3 } })
})

test('an address that may be two operators has a row for each, each with its own chain beside it', async () => {
  const bursts = [...busy('0xboth', 3), ...busy('0xboth', 2).map((burst) => ({ ...burst, chain: POLYGON }))]
  const bodies = await renderArtifacts({ bursts, asked: [] })
  const all = parsed<X402Demand>(bodies, 'private/demand/all/30.json')
  expect(all.operators.map((row) => [row.payments, row.by_chain.map((part) => part.chain)])).toEqual([
    [3, [BASE]],
    [2, [POLYGON]],
  ])
})

test('unread days are a limitation, not a zero', async () => {
  const bodies = await renderArtifacts({ bursts: [burst('0xop', '0xa')], reads: [[3, 0]] })
  const partly = parsed<X402Demand>(bodies, 'private/demand/all/14.json')
  expect(partly.window).toEqual({
    days: 14,
    from: '2026-01-28',
    to: '2026-02-10',
    observed_days: 3,
    complete_days: 3,
    observed_since: '2026-02-08',
  })
  expect(partly.limitations.join(' ')).toContain('Of the 14 days asked for, 3 were read')
  expect(partly.operators[0]).toMatchObject({ new_payers: null, returning_payers: null })
  const nothing = parsed<X402Demand>(
    await renderArtifacts({ bursts: [], reads: [] }),
    'public/api/x402/demand/v1',
  )
  expect(nothing).toMatchObject({ count: 0, market: { payments: null }, by_chain: [] })
  expect(nothing.limitations.join(' ')).toContain('unknown, not zero')
})

test('the handler gets the short names and the chains', async () => {
  const bodies = await renderArtifacts({ bursts: [burst('0xop', '0xa')] })
  const { names, observed } = parsed<DemandChains>(bodies, 'private/demand/chains.json')
  expect(names).toMatchObject({ base: BASE, polygon: POLYGON })
  expect(observed).toEqual([BASE])
})

test('an address that many agents name lists twenty of them', async () => {
  const matched = Array.from({ length: 25 }, (_, nth) => ({
    chain: BASE,
    operator: '0xop',
    handle: `agent-${String(nth).padStart(2, '0')}`,
    is_credited: nth === 3,
  }))
  const bodies = await renderArtifacts({ bursts: [burst('0xop', '0xa')], matched })
  const row = parsed<X402Demand>(bodies, 'public/api/x402/demand/v1').operators[0]
  expect(row).toMatchObject({ handle_count: 25, credited_handle: 'agent-03' })
  expect(row?.handles).toHaveLength(20)
})
