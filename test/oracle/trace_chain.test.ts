import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  type AbiEvent,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  numberToHex,
  padHex,
  parseAbiItem,
} from 'viem'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { type Moved, readPayments } from './readers/payments.ts'
import { registrationsIn } from './readers/registrations.ts'
import { type IdentityEvent, readIdentity } from './readers/registries.ts'
import { RecordedArchive } from './recorded.ts'
import { WashRule } from './wash.ts'

const RPC = 'https://mainnet.base.org'
const USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const REGISTRY = '0x8004a169fb4a3325136eb29fa0ceb6d2e539a432'
const REGISTERED = parseAbiItem(
  'event Registered(uint256 indexed agentId, string agentURI, address indexed owner)',
)
const METADATA = parseAbiItem(
  'event MetadataSet(uint256 indexed agentId, string indexed indexedKey, string key, bytes value)',
)
const AUTHORIZED = parseAbiItem('event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)')
const TRANSFER = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

const root = mkdtempSync(join(tmpdir(), 'assay-chain-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
beforeEach(() => rmSync(root, { recursive: true, force: true }))

const account = (n: number): Hex => padHex(numberToHex(n), { size: 20 })

/** Keeps a body as an archive does, and gives its name. */
function keep(value: unknown): string {
  const text = JSON.stringify(value)
  const hash = createHash('sha256').update(text).digest('hex')
  const folder = join(root, 'bodies', hash.slice(0, 2))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${hash}.gz`), gzipSync(text))
  return hash
}

/** Records a day of calls to the chain with their results. */
function record(
  date: string,
  source: string,
  calls: { method: string; params: unknown[]; result: unknown }[],
) {
  const lines = calls.map(({ method, params, result }, at) => ({
    ...{ method: 'POST', url: RPC, request: keep({ id: 1, method, params }), status: 200 },
    ...{ sha256: keep({ id: 1, result, at: `${date} ${at}` }), retrieved_at: `${date}T23:00:0${at}.000Z` },
  }))
  mkdirSync(join(root, date), { recursive: true })
  const header = { source, outcome: 'ok' }
  writeFileSync(
    join(root, date, `${source}.ndjson`),
    [header, ...lines].map((one) => JSON.stringify(one)).join('\n'),
  )
}

const logs = (from: number, to: number, topics: unknown[], result: object[]) => ({
  method: 'eth_getLogs',
  params: [{ fromBlock: numberToHex(from), toBlock: numberToHex(to), topics }],
  result,
})

const log = (address: string, block: number, index: number, topics: unknown[], data: Hex = '0x') => ({
  ...{ address, topics, data, blockNumber: numberToHex(block), logIndex: numberToHex(index) },
  ...{
    transactionHash: padHex(numberToHex(block), { size: 32 }),
    blockTimestamp: numberToHex(1_770_000_000),
  },
})

const topicsOf = (event: AbiEvent, args: Record<string, unknown>): unknown[] =>
  encodeEventTopics({ abi: [event], eventName: event.name, args })

const registered = (id: bigint, block: number, uri: string) =>
  log(
    REGISTRY,
    block,
    3,
    topicsOf(REGISTERED, { agentId: id, owner: account(7) }),
    encodeAbiParameters([{ type: 'string' }], [uri]),
  )

const walletSet = (id: bigint, block: number, value: Hex, key = 'agentWallet') =>
  log(
    REGISTRY,
    block,
    4,
    topicsOf(METADATA, { agentId: id, indexedKey: key }),
    encodeAbiParameters([{ type: 'string' }, { type: 'bytes' }], [key, value]),
  )

const transfer = (block: number, index: number, from: number, to: number, amount: bigint) =>
  log(
    USDC,
    block,
    index,
    topicsOf(TRANSFER, { from: account(from), to: account(to) }),
    encodeAbiParameters([{ type: 'uint256' }], [amount]),
  )

const authorized = (block: number, index: number, by: number) =>
  log(
    USDC,
    block,
    index,
    topicsOf(AUTHORIZED, { authorizer: account(by), nonce: padHex('0x1', { size: 32 }) }),
  )

const receipt = (block: number, list: object[]) => ({
  method: 'eth_getTransactionReceipt',
  params: [padHex(numberToHex(block), { size: 32 })],
  result: { transactionHash: padHex(numberToHex(block), { size: 32 }), logs: list },
})

function identity(): IdentityEvent[] {
  const archive = new RecordedArchive(root, '9999-12-31')
  let events: IdentityEvent[] = []
  for (const day of archive.days) events = readIdentity(events, archive, day, () => false)
  return events.filter(({ readAgainOn }) => readAgainOn === null)
}

function moved(): Moved {
  const archive = new RecordedArchive(root, '9999-12-31')
  let all: Moved = { payments: [], fundings: [] }
  for (const day of archive.days) all = readPayments(all, archive, day, () => false)
  return all
}

const [AUTHORIZATIONS, TRANSFERS] = [[topicsOf(AUTHORIZED, {})[0]], topicsOf(TRANSFER, {})[0]]
/** A day's answers about one payment in each block, and nothing that was sent back. */
const day = (from: number, to: number, blocks: number[]) => [
  logs(
    from,
    to,
    AUTHORIZATIONS,
    blocks.map((block) => authorized(block, 0, block)),
  ),
  ...blocks.map((block) => receipt(block, [authorized(block, 0, block), transfer(block, 1, block, 9, 5n)])),
  logs(from, to, [TRANSFERS, [account(9)]], []),
]

it('reads an event of the registry, whatever stands in it', () => {
  const uri = `ipfs://${'ä'.repeat(200)}`
  record('2026-02-01', 'erc8004_identity', [logs(1, 100, [], [registered(2n ** 70n, 9, uri)])])
  expect(identity()).toMatchObject([
    { kind: 'registered', agent: `eip155:8453/${2n ** 70n}`, account: account(7), uri, block: 9, index: 3 },
  ])
})

it('lets the later read of a block stand, and the earlier one where the later did not come that far', () => {
  const first = [registered(1n, 50, 'a'), registered(2n, 90, 'b'), registered(3n, 99, 'c')]
  record('2026-02-01', 'erc8004_identity', [logs(1, 100, [], first)])
  record('2026-02-02', 'erc8004_identity', [logs(81, 95, [], [registered(2n, 92, 'b, again')])])
  const found = identity().map(({ agent, uri, response }) => `${agent.slice(12)} ${uri} ${response.date}`)
  expect(found.sort()).toEqual(['1 a 2026-02-01', '2 b, again 2026-02-02', '3 c 2026-02-01'])
})

it('takes a wallet for one that signed where it was set after the registration', () => {
  const all = [1n, 2n, 3n, 4n].flatMap((id) => {
    const block = 10 * Number(id)
    return [registered(id, block, ''), walletSet(id, block, account(7))]
  })
  const later = [
    walletSet(2n, 91, account(8)),
    walletSet(3n, 92, account(8)),
    walletSet(3n, 93, '0x'),
    walletSet(4n, 94, account(8), 'another key'),
  ]
  record('2026-02-01', 'erc8004_identity', [logs(1, 100, [], [...all, ...later])])
  const found = registrationsIn(identity(), [], new RecordedArchive(root, '9999-12-31'))
  expect([...found.values()].map(({ signer }) => signer)).toEqual(['', account(8), '', ''])
  expect(new Set([...found.values()].map(({ owner }) => owner))).toEqual(new Set([account(7)]))
})

it('takes payments out of receipts, and those of blocks that were read again from the later read', () => {
  record('2026-02-01', 'x402_payments', day(1, 100, [20, 90]))
  record('2026-02-02', 'x402_payments', day(81, 200, [150]))
  expect(moved().payments.map(({ block, from, to, amount }) => [block, from, to, amount])).toEqual([
    [20, account(20), account(9), 5n],
    [150, account(150), account(9), 5n],
  ])
})

it('counts no payment past the first one whose receipt was not read', () => {
  const calls = day(1, 100, [20, 50, 90])
  record(
    '2026-02-01',
    'x402_payments',
    calls.filter(({ params }) => params[0] !== padHex(numberToHex(50), { size: 32 })),
  )
  expect(moved().payments.map(({ block }) => block)).toEqual([20])
})

it('pairs no authorization with a transfer of somebody else, and knows a plain transfer back', () => {
  const stranger = receipt(30, [authorized(30, 0, 30), transfer(30, 1, 31, 9, 5n)])
  record('2026-02-01', 'x402_payments', [
    logs(1, 100, AUTHORIZATIONS, [authorized(20, 0, 20), authorized(30, 0, 30)]),
    receipt(20, [authorized(20, 0, 20), transfer(20, 1, 20, 9, 5n)]),
    stranger,
    logs(1, 100, [TRANSFERS, [account(9)]], [transfer(60, 4, 9, 20, 3n), transfer(61, 4, 9, 21, 3n)]),
  ])
  const { payments, fundings } = moved()
  expect(payments.map(({ from }) => from)).toEqual([account(20)])
  expect(fundings.map(({ from, to }) => [from, to])).toEqual([[account(9), account(20)]])
})

it('counts wallets that an address pays over a third one as related to it', () => {
  const at = (from: string, to: string, amount: bigint, block: number) => ({
    ...{ from, to, amount, block, index: 0, transaction: '', time: Date.parse('2026-02-01T12:00:00Z') },
    response: {
      url: RPC,
      sha256: '',
      retrieved_at: '',
      date: '',
      source: '',
      method: '',
      request: null,
      status: 0,
    },
  })
  const rule = new WashRule(
    {
      payments: [at('payer', 'seller', 10n, 1), at('other', 'seller', 10n, 2), at('payer', 'shop', 10n, 3)],
      fundings: [at('seller', 'shop', 10n, 4), at('shop', 'payer', 20n, 5)],
    },
    '2026-02-01',
  )
  const judged = rule.payersOf('seller', new Set(['seller']), 10n)
  expect(judged.map(({ payer, isUnrelated }) => [payer, isUnrelated])).toEqual([
    ['payer', false],
    ['other', true],
  ])
})
