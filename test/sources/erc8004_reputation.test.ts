import { expect, it } from 'vitest'
import { IDENTITY_REGISTRY } from '../../pipeline/catalog/chains.ts'
import type { Source } from '../../pipeline/source/source.ts'
import identity from '../../pipeline/sources/erc8004_identity.ts'
import reputation from '../../pipeline/sources/erc8004_reputation.ts'
import {
  account,
  BASE,
  chainHttp,
  encodeLog,
  fetchChain,
  type Log,
  ONLY_BASE,
  transaction,
} from '../chain/fake_chain.ts'
import { checkRow, fetchAll, selectRows } from './context.ts'

const REGISTRY = '0x8004baa17c55a88189ae136b182e5fda19de9b63'
const START = BASE.erc8004?.firstBlock ?? 0
const GIVEN =
  'event NewFeedback(uint256 indexed agentId, address indexed clientAddress, uint64 feedbackIndex, int128 value, uint8 valueDecimals, string indexed indexedTag1, string tag1, string tag2, string endpoint, string feedbackURI, bytes32 feedbackHash)'
const REVOKED =
  'event FeedbackRevoked(uint256 indexed agentId, address indexed clientAddress, uint64 indexed feedbackIndex)'

const at = (block: number) => ({ address: REGISTRY, block, index: 0, tx: transaction(block) })
const feedbackLog = (args: Record<string, unknown> = {}, block = START): Log =>
  encodeLog(
    GIVEN,
    {
      ...{ agentId: 7n, clientAddress: account(1), feedbackIndex: 1n, value: 90n, valueDecimals: 0 },
      ...{ indexedTag1: '', tag1: '', tag2: '', endpoint: '', feedbackURI: '', feedbackHash: transaction(9) },
      ...args,
    },
    at(block),
  )
const fetched = (...logs: Log[]) => fetchChain(reputation, { head: START + 99, logs })

it('asks for both events of the registry from its first block on', async () => {
  const http = chainHttp({ head: START + 99, logs: [] })
  const { coverage } = await fetchAll(reputation, http, { catalog: ONLY_BASE })
  expect(coverage).toMatchObject({ blocks: [{ from_block: START, to_block: START + 99 }] })
  const [query, ...more] = http.queries.flatMap(({ query }) => query ?? [])
  expect(more).toEqual([])
  expect(query).toMatchObject({ fromBlock: START, toBlock: START + 99 })
  expect(query?.logs?.at(-1)).toEqual({
    address: [REGISTRY],
    topic0: [
      '0x6a4a61743519c9d648a14e6493f47dbe3ff1aa29e7785c96c8326a205e58febc',
      '0x25156fd3288212246d8b008d5921fde376c71ed14ac2e072a506eb06fde6d09d',
    ],
  })
})

it('makes the very requests of the identity registries, which then are not made again', async () => {
  const asked = async (source: Source) => {
    const http = chainHttp({ head: START + 200_000, final: START + 199_900, logs: [] })
    await fetchAll(source, http, { catalog: ONLY_BASE })
    return http.queries
  }
  const queries = await asked(identity)
  expect(queries.length).toBeGreaterThan(4)
  expect(await asked(reputation)).toEqual(queries)
  expect(reputation.repeats).toBe('erc8004_identity')
})

it('takes nothing of the identity registry for its own', async () => {
  const registered = encodeLog(
    'event Registered(uint256 indexed agentId, string agentURI, address indexed owner)',
    { agentId: 7n, agentURI: '', owner: account(1) },
    { ...at(START + 1), address: IDENTITY_REGISTRY },
  )
  const rows = selectRows(await fetched(registered, feedbackLog({}, START + 2)))
  expect(rows.map((row) => row.block_number)).toEqual([START + 2])
})

it('decodes feedback, words and all', async () => {
  const said = {
    tag1: 'uptime',
    tag2: '日',
    endpoint: 'https://sample.example',
    feedbackURI: 'ipfs://sample',
  }
  const [row] = selectRows(
    await fetched(feedbackLog({ ...said, value: -9950n, valueDecimals: 2, feedbackIndex: 3n })),
  )
  expect(row).toEqual({
    chain: 'eip155:8453',
    registry: REGISTRY,
    block_number: START,
    log_index: 0,
    block_time: expect.stringMatching(/^\d{4}-.*Z$/),
    transaction_hash: transaction(START),
    kind: 'feedback',
    agent_id: '7',
    client: account(1),
    feedback_index: '3',
    value: '-9950',
    value_decimals: 2,
    tag1: 'uptime',
    tag2: '日',
    endpoint: 'https://sample.example',
    feedback_uri: 'ipfs://sample',
    feedback_hash: transaction(9),
  })
  expect(reputation.row.parse(row)).toEqual(row)
})

it('decodes a revocation, of which nothing but the feedback is known', async () => {
  const revoked = encodeLog(REVOKED, { agentId: 7n, clientAddress: account(1), feedbackIndex: 3n }, at(START))
  const [row] = selectRows(await fetched(revoked))
  const words = ['value', 'value_decimals', 'tag1', 'tag2', 'endpoint', 'feedback_uri', 'feedback_hash']
  expect(row).toMatchObject({ kind: 'revoked', agent_id: '7', client: account(1), feedback_index: '3' })
  expect(words.map((word) => row?.[word])).toEqual(words.map(() => null))
  expect(reputation.row.parse(row)).toEqual(row)
})

it('keeps integers that no float holds', async () => {
  const [lowest, highest] = selectRows(
    await fetched(
      feedbackLog({ value: -(2n ** 127n), feedbackIndex: 2n ** 64n - 1n }),
      feedbackLog({ value: 2n ** 127n - 1n }, START + 1),
    ),
  )
  expect(lowest).toMatchObject({ value: String(-(2n ** 127n)), feedback_index: '18446744073709551615' })
  expect(highest?.value).toBe(String(2n ** 127n - 1n))
  for (const row of [lowest, highest]) expect(reputation.row.parse(row)).toEqual(row)
})

it('leaves feedback that cannot be decoded to quarantine, and drops a tag that never ends', async () => {
  const cut = { ...feedbackLog(), data: feedbackLog().data.slice(0, -64) }
  const rows = selectRows(await fetched(cut, feedbackLog({ tag1: 'x'.repeat(1001) }, START + 1)))
  expect(rows.map((row) => checkRow(reputation, row))).toEqual(['quarantined', 'cleaned'])
})
