import { numberToHex } from 'viem'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { chains } from '../../pipeline/catalog/chains.ts'
import {
  account,
  block,
  blockHash,
  ChainRecording,
  calls,
  finalized,
  forked,
  newest,
  REGISTRY,
  registered,
  replyHeads,
  TIME,
  walletSet,
} from './chain_recording.ts'
import { missingPieces } from './readers/blocks.ts'
import { registrationsIn } from './readers/registrations.ts'
import { emptyRegistry, type IdentityEvent, type RegistryRead, readIdentity } from './readers/registries.ts'

const QUERY = { logs: [{ address: [REGISTRY] }] }
const BASE = 'base-mainnet'

let recording = new ChainRecording()
afterAll(() => recording.remove())
beforeEach(() => {
  recording.remove()
  recording = new ChainRecording()
})

function identity(): RegistryRead<IdentityEvent> {
  const archive = recording.archive()
  let read = emptyRegistry<IdentityEvent>()
  for (const day of archive.days) read = readIdentity(read, archive, day, chains, () => false)
  return read
}

const standing = (): string[] =>
  identity()
    .events.filter(({ readAgainOn }) => readAgainOn === null)
    .map(({ agent, uri, response }) => `${agent} ${uri} ${response.date}`)
    .sort()

const day = (date: string, ...exchanges: Parameters<typeof recording.record>[2]) =>
  recording.record(date, 'erc8004_identity', exchanges)

const withLog = (number: number, id: bigint, uri: string) => block(number, { logs: [registered(id, 3, uri)] })

it('reads an event of the registry, whatever stands in it', () => {
  const uri = `ipfs://${'ä'.repeat(200)}`
  const blocks = [block(1), withLog(9, 2n ** 70n, uri), block(100)]
  day(
    '2026-02-01',
    ...replyHeads(BASE, 100, 100),
    finalized(BASE, { from: 1, to: 100, query: QUERY, blocks }),
  )
  expect(identity().events).toMatchObject([
    {
      ...{ kind: 'registered', agent: `eip155:8453/${2n ** 70n}`, account: account(7), uri },
      ...{ block: 9, index: 3, time: 1000 * (TIME + 18) },
    },
  ])
})

it('keeps the ids of several chains apart, each with its own blocks', () => {
  const blocks = [withLog(9, 1n, 'a'), block(100)]
  const query = { from: 1, to: 100, query: QUERY, blocks }
  day('2026-02-01', ...replyHeads(BASE, 100, 100), finalized(BASE, query))
  day(
    '2026-02-02',
    ...[
      ...replyHeads(BASE, 200, 200),
      finalized(BASE, { ...query, from: 101, to: 200, blocks: [block(200)] }),
    ],
    ...[...replyHeads('binance-mainnet', 100, 100), finalized('binance-mainnet', query)],
  )
  expect(standing()).toEqual(['eip155:56/1 a 2026-02-02', 'eip155:8453/1 a 2026-02-01'])
})

it('takes a wallet for one that signed where it was set after the registration', () => {
  const all = [1n, 2n, 3n, 4n].map((id) =>
    block(10 * Number(id), { logs: [registered(id, 3, ''), walletSet(id, 0, account(7))] }),
  )
  const later = [
    walletSet(2n, 91, account(8)),
    walletSet(3n, 92, account(8)),
    walletSet(3n, 93, '0x'),
    walletSet(4n, 94, account(8), 'another key'),
  ].map((log) => block(log.transactionIndex, { logs: [log] }))
  const blocks = [...all, ...later, block(100)]
  day(
    '2026-02-01',
    ...replyHeads(BASE, 100, 100),
    finalized(BASE, { from: 1, to: 100, query: QUERY, blocks }),
  )
  const found = [...registrationsIn(identity().events, [], recording.archive()).values()]
  expect(found.map(({ signer }) => signer)).toEqual(['', account(8), '', ''])
  expect(new Set(found.map(({ owner }) => owner))).toEqual(new Set([account(7)]))
})

it('uses the later read of a block, and the earlier one where the later did not reach it', () => {
  const first = [withLog(50, 1n, 'a'), withLog(90, 2n, 'b'), withLog(99, 3n, 'c'), block(100)]
  const final = { from: 1, to: 80, query: QUERY, blocks: [withLog(50, 1n, 'a'), block(80)] }
  const fresh = { from: 81, to: 100, query: QUERY, blocks: first.slice(1) }
  day('2026-02-01', ...replyHeads(BASE, 100, 80), finalized(BASE, final), newest(BASE, fresh))
  const again = [withLog(92, 2n, 'b, again'), block(95)]
  day(
    '2026-02-02',
    ...replyHeads(BASE, 200, 200),
    finalized(BASE, { from: 81, to: 200, query: QUERY, blocks: again }),
  )
  expect(standing()).toEqual([
    'eip155:8453/1 a 2026-02-01',
    'eip155:8453/2 b, again 2026-02-02',
    'eip155:8453/3 c 2026-02-01',
  ])
})

it('goes on from part to part, and leaves a last line out that was cut off', () => {
  const part = finalized(BASE, { from: 1, to: 100, query: QUERY, blocks: [withLog(20, 1n, 'a'), block(40)] })
  const blocks = [withLog(60, 2n, 'b'), block(100)]
  const rest = finalized(BASE, { from: 41, to: 100, query: QUERY, blocks, after: blockHash(40) })
  day('2026-02-01', ...replyHeads(BASE, 100, 100), { ...part, body: `${part.body}{"header":{"num` }, rest)
  expect(standing()).toEqual(['eip155:8453/1 a 2026-02-01', 'eip155:8453/2 b 2026-02-01'])
})

it('takes back what was read of a branch that is gone, on from the newest block that both have', () => {
  const query = { to: 100, query: QUERY }
  const first = { ...query, from: 1, blocks: [withLog(10, 1n, 'a'), withLog(20, 2n, 'gone')] }
  const gone = { ...query, from: 21, after: blockHash(20), blocks: [withLog(30, 4n, 'gone'), block(60)] }
  const asked = { ...query, from: 61, after: blockHash(60), blocks: [] }
  const second = { ...query, from: 11, blocks: [block(20, {}, blockHash(20, 2))] }
  const third = { ...query, from: 21, after: blockHash(20, 2), blocks: [withLog(30, 3n, 'b'), block(100)] }
  day(
    '2026-02-01',
    ...replyHeads(BASE, 100, 0),
    newest(BASE, first),
    newest(BASE, gone),
    forked(newest(BASE, asked), [
      { number: 10, hash: blockHash(10) },
      { number: 20, hash: blockHash(20, 2) },
    ]),
    newest(BASE, second),
    newest(BASE, third),
  )
  expect(standing()).toEqual(['eip155:8453/1 a 2026-02-01', 'eip155:8453/3 b 2026-02-01'])
})

it('counts none of the newest blocks where they did not come whole', () => {
  const final = { from: 1, to: 80, query: QUERY, blocks: [withLog(50, 1n, 'a'), block(80)] }
  const fresh = { from: 81, to: 100, query: QUERY, blocks: [withLog(90, 2n, 'b')] }
  day('2026-02-01', ...replyHeads(BASE, 100, 80), finalized(BASE, final), newest(BASE, fresh))
  expect(standing()).toEqual(['eip155:8453/1 a 2026-02-01'])
  expect(identity().kept).toEqual([{ date: '2026-02-01', chain: 'eip155:8453', from: 1, to: 80, final: 80 }])
})

it('reads on from a node where the portal broke off', () => {
  const final = { from: 1, to: 100, query: QUERY, blocks: [withLog(50, 1n, 'a'), block(80)] }
  const { address, topics, data } = registered(2n, 3, 'b')
  const log = { address, topics, data, logIndex: '0x3', blockNumber: numberToHex(90), blockTimestamp: '0x1' }
  const filter = { fromBlock: numberToHex(81), toBlock: numberToHex(100), address: [REGISTRY], topics: [] }
  const node = calls('https://mainnet.base.org', [
    { method: 'eth_getLogs', params: [filter], result: [log] },
    { method: 'eth_getBlockByNumber', params: ['0x64', false], result: { number: '0x64', timestamp: '0x2' } },
  ])
  day('2026-02-01', ...replyHeads(BASE, 100, 100), finalized(BASE, final), node)
  expect(standing()).toEqual(['eip155:8453/1 a 2026-02-01', 'eip155:8453/2 b 2026-02-01'])
  expect(identity().events.at(-1)).toMatchObject({ block: 90, index: 3, time: 1000 })
})

it('reads a body of a megabyte and more', () => {
  const uri = 'x'.repeat(1_000_000)
  const blocks = [withLog(9, 1n, uri), block(100)]
  day(
    '2026-02-01',
    ...replyHeads(BASE, 100, 100),
    finalized(BASE, { from: 1, to: 100, query: QUERY, blocks }),
  )
  expect(identity().events.map((event) => event.uri?.length)).toEqual([1_000_000])
})

it('knows what is missing, the newest piece first', () => {
  const kept = [
    { date: '', chain: '', from: 1, to: 100, final: 90 },
    { date: '', chain: '', from: 151, to: 170, final: 170 },
  ]
  expect(missingPieces({ from: 1, to: 200 }, kept, 40)).toEqual([
    { from: 171, to: 200 },
    { from: 111, to: 150 },
    { from: 91, to: 110 },
  ])
})
