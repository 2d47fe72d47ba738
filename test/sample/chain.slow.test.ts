import { beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_FACILITATORS } from '../../sample/chain/operators.ts'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { CONTRACTS, call, dayHead, type Event, events, hex, post, type RpcLog } from './chain_reader.ts'
import { fetchSample, readJson } from './reader.ts'

const FIRST = SAMPLE_DAYS[0] as string
const LAST = SAMPLE_DAYS[29] as string

interface Payment {
  payer: string
  payTo: string
  amount: bigint
  day: number
  transaction: string
}

const blockDay = (block: number): number => Math.floor((block - 43_500_000) / 43_200)
const selectEvents = (all: Event[], name: string): Event[] => all.filter((event) => event.name === name)
const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Pairs each permission with the transfer after it, and returns the transfers without a permission too. */
function pair(usdc: Event[]): { payments: Payment[]; plain: Event[] } {
  const byPlace = new Map(usdc.map((event) => [`${event.transaction} ${event.index}`, event]))
  const used = new Set<Event>()
  const payments = selectEvents(usdc, 'AuthorizationUsed').map(({ args, transaction, index, block }) => {
    const transfer = byPlace.get(`${transaction} ${index + 1}`) as Event
    used.add(transfer)
    expect(transfer.args.from).toBe(args.authorizer)
    const { from, to, value } = transfer.args as { from: string; to: string; value: bigint }
    return { payer: from, payTo: to, amount: value, day: blockDay(block), transaction }
  })
  return { payments, plain: selectEvents(usdc, 'Transfer').filter((transfer) => !used.has(transfer)) }
}

describe.each([1, 20_260_101])('the chain of seed %i', (seed) => {
  let identity: Event[]
  let reputation: Event[]
  let payments: Payment[]
  let plain: Event[]
  beforeAll(async () => {
    identity = await events(CONTRACTS.identity, seed)
    reputation = await events(CONTRACTS.reputation, seed)
    ;({ payments, plain } = pair(await events(CONTRACTS.usdc, seed)))
  })
  const paidTo = (payTo: string): Payment[] => payments.filter((payment) => payment.payTo === payTo)
  const payerShare = (payTo: string, payers: string[]): number =>
    paidTo(payTo).filter(({ payer }) => payers.includes(payer)).length / paidTo(payTo).length

  it('registers 74 agents, forty of them before the sample, each once and after the token is made', () => {
    const registered = selectEvents(identity, 'Registered')
    expect(registered.map(({ args }) => Number(args.agentId))).toEqual(registered.map((_, id) => id))
    expect(registered).toHaveLength(74)
    expect(registered.filter(({ block }) => block < 43_500_000)).toHaveLength(40)
    for (const { args, transaction, index } of registered) {
      const mint = identity.find((event) => event.transaction === transaction && event.index === index - 1)
      expect(mint?.args).toEqual({ from: `0x${'0'.repeat(40)}`, to: args.owner, tokenId: args.agentId })
    }
  })

  it('gives agents new addresses and new owners, by whoever owns them then', () => {
    const owners = new Map<unknown, unknown>()
    for (const { name, args } of identity) {
      if (name === 'Registered') owners.set(args.agentId, args.owner)
      if (name === 'URIUpdated') expect(args.updatedBy).toBe(owners.get(args.agentId))
      if (name !== 'Transfer' || !owners.has(args.tokenId)) continue
      expect(args.from).toBe(owners.get(args.tokenId))
      owners.set(args.tokenId, args.to)
    }
    expect(selectEvents(identity, 'URIUpdated')).toHaveLength(6)
    expect(selectEvents(identity, 'Transfer')).toHaveLength(74 + 4)
  })

  it('hears six opinions a day, a third of them from a ring of three, and sees some taken back', () => {
    const given = selectEvents(reputation, 'NewFeedback')
    const keys = given.map(({ args }) => `${args.agentId} ${args.clientAddress} ${args.feedbackIndex}`)
    const perDay = SAMPLE_DAYS.map((_, day) => given.filter(({ block }) => blockDay(block) === day).length)
    expect(perDay).toEqual(SAMPLE_DAYS.map(() => 6))
    expect(new Set(keys).size).toBe(keys.length)
    expect(given.some(({ args }) => (args.value as bigint) < 0n && args.tag1 === 'responseTime')).toBe(true)
    const latest = new Map<string, bigint>()
    for (const { args } of given) {
      const key = `${args.agentId} ${args.clientAddress}`
      expect(args.feedbackIndex).toBe((latest.get(key) ?? 0n) + 1n)
      latest.set(key, args.feedbackIndex as bigint)
    }
    const byAgent = Map.groupBy(given, ({ args }) => args.agentId)
    const [most = []] = [...byAgent.values()].sort((a, b) => b.length - a.length)
    const ring = Map.groupBy(most, ({ args }) => args.clientAddress)
    expect([...ring.values()].filter((item) => item.length >= 15)).toHaveLength(3)
    const revoked = selectEvents(reputation, 'FeedbackRevoked')
    expect(revoked.length).toBeGreaterThanOrEqual(5)
    for (const { args } of revoked)
      expect(keys).toContain(`${args.agentId} ${args.clientAddress} ${args.feedbackIndex}`)
  })

  it('settles about ninety payments a day from about seventy payers to fourteen operators', () => {
    const perDay = SAMPLE_DAYS.map((_, day) => payments.filter((payment) => payment.day === day).length)
    expect(Math.min(...perDay)).toBeGreaterThanOrEqual(70)
    expect(Math.max(...perDay)).toBeLessThanOrEqual(115)
    expect(new Set(payments.map(({ payTo }) => payTo)).size).toBe(14)
    const payers = new Set(payments.map(({ payer }) => payer)).size
    expect(payers).toBeGreaterThanOrEqual(65)
    expect(payers).toBeLessThanOrEqual(75)
    expect(payments.every(({ amount }) => amount > 0n)).toBe(true)
  })

  it('settles several payments in one transaction now and then', () => {
    const sizes = [...Map.groupBy(payments, ({ transaction }) => transaction).values()].map(
      (item) => item.length,
    )
    expect(sizes.filter((size) => size > 1).length).toBeGreaterThanOrEqual(30)
    expect(Math.max(...sizes)).toBe(3)
  })

  it('has operators that pay themselves, that fund their payers, and that live of one customer', () => {
    const operators = [...new Set(payments.map(({ payTo }) => payTo))]
    const selfPaid = operators.filter((operator) => payerShare(operator, [operator]) > 0.7)
    expect(selfPaid).toHaveLength(1)
    const funding = operators.filter((operator) => {
      const funded = plain.filter(({ args }) => args.from === operator).map(({ args }) => String(args.to))
      return payerShare(operator, funded) > 0.7
    })
    expect(funding).toHaveLength(1)
    const dominated = operators.filter((operator) => {
      const counts = [...Map.groupBy(paidTo(operator), ({ payer }) => payer)].filter(
        ([payer]) => payer !== operator,
      )
      return Math.max(...counts.map(([, all]) => all.length)) / paidTo(operator).length > 0.6
    })
    expect(dominated).toHaveLength(1)
    expect(new Set([...selfPaid, ...funding, ...dominated]).size).toBe(3)
  })

  it('stops paying one operator on the twelfth day, and begins with another on the eighth', () => {
    const lives = [...Map.groupBy(payments, ({ payTo }) => payTo).values()].map((all) => {
      const seen = all.map(({ day }) => day)
      return [Math.min(...seen), Math.max(...seen)]
    })
    expect(lives.filter(([first, last]) => first === 0 && last === 29)).toHaveLength(12)
    expect(lives).toContainEqual([0, 11])
    expect(lives).toContainEqual([8, 29])
  })

  it('has payments sent by three known facilitators and by two relayers that nobody knows', async () => {
    const transactions = [...new Set(payments.map((payment) => payment.transaction))]
    const calls = transactions.map((transaction) => ({
      id: transaction,
      method: 'eth_getTransactionReceipt',
      params: [transaction],
    }))
    const receipts: { id: string; result: { from: string } }[] = []
    for (let at = 0; at < calls.length; at += 500)
      receipts.push(...(await readJson<typeof receipts>(post(LAST, calls.slice(at, at + 500), seed))))
    expect(receipts.map(({ id }) => id)).toEqual(transactions)
    const senders = receipts.map(({ result }) => result.from)
    const known = SAMPLE_FACILITATORS.map(({ address }) => address)
    expect(known).toHaveLength(3)
    const distinct = new Set(senders)
    expect([...distinct].filter((text) => known.includes(text))).toHaveLength(3)
    expect([...distinct].filter((text) => !known.includes(text))).toHaveLength(2)
    expect(sum(senders.map((sender) => Number(known.includes(sender)))) / senders.length).toBeGreaterThan(0.8)
  })
})

describe('the node', () => {
  const logs = (from: number, to: number) => ({
    ...{ jsonrpc: '2.0', id: 3, method: 'eth_getLogs' },
    params: [{ address: CONTRACTS.usdc, fromBlock: hex(from), toBlock: hex(to) }],
  })

  it('stands on the last block of the day, two seconds before the next', async () => {
    expect(await call(FIRST, 'eth_chainId', [])).toBe('0x2105')
    expect(await call(FIRST, 'eth_blockNumber', [])).toBe(hex(dayHead(0)))
    const block = await call<{ number: string; timestamp: string }>(LAST, 'eth_getBlockByNumber', [
      'latest',
      false,
    ])
    expect(Number(block.number)).toBe(dayHead(29))
    expect(new Date(Number(block.timestamp) * 1000).toISOString()).toBe(`${LAST}T23:59:58.000Z`)
  })

  it('dates each log by its block', async () => {
    const found = await call<RpcLog[]>(LAST, 'eth_getLogs', logs(dayHead(3) + 1, dayHead(3) + 2000).params)
    expect(found.length).toBeGreaterThan(5)
    for (const { blockNumber, blockTimestamp } of found)
      expect(Number(blockTimestamp) - Date.parse(FIRST) / 1000).toBe((Number(blockNumber) - 43_500_000) * 2)
  })

  it('refuses more than ten thousand blocks with 413, and more logs than it gives with the range that fits', async () => {
    const wide = await post(LAST, logs(dayHead(3), dayHead(3) + 10_001))
    expect(wide.status).toBe(413)
    expect(await wide.json()).toMatchObject({ id: 3, error: { code: -32614 } })
    const [from, to] = [dayHead(3) + 1, dayHead(3) + 10_000]
    const many = await readJson<{ error: { code: number; message: string } }>(post(LAST, logs(from, to)))
    expect(many.error.code).toBe(-32602)
    const [, first, last] = /range (\d+)-(\d+)$/.exec(many.error.message) ?? []
    expect(Number(first)).toBe(from)
    expect(
      (await call<RpcLog[]>(LAST, 'eth_getLogs', logs(from, Number(last)).params)).length,
    ).toBeGreaterThan(0)
  })

  it('answers a batch in its order, each call for itself', async () => {
    const batch = [
      { jsonrpc: '2.0', id: 'a', method: 'eth_chainId' },
      logs(0, 20_000),
      { id: 5, method: 'eth_x' },
    ]
    const response = await post(LAST, batch)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject([
      { id: 'a', result: '0x2105' },
      { id: 3, error: { code: -32614 } },
      { id: 5, error: { code: -32601 } },
    ])
  })

  it('filters by topics, and knows nothing of days to come', async () => {
    const { params } = logs(dayHead(3) + 1, dayHead(3) + 2000)
    const [first] = await call<RpcLog[]>(LAST, 'eth_getLogs', params)
    const { topics = [], transactionHash } = first as RpcLog
    const filtered = { ...params[0], topics: [null, [topics[1], hex(1)]] }
    const found = await call<RpcLog[]>(LAST, 'eth_getLogs', [filtered])
    expect(found).toContainEqual(first)
    expect(found.every((log) => log.topics[1] === topics[1])).toBe(true)
    expect(await call(SAMPLE_DAYS[3] as string, 'eth_getLogs', params)).toEqual([])
    expect(await call(SAMPLE_DAYS[3] as string, 'eth_getTransactionReceipt', [transactionHash])).toBeNull()
    expect(
      await call(SAMPLE_DAYS[4] as string, 'eth_getTransactionReceipt', [transactionHash]),
    ).not.toBeNull()
  })

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['an empty batch', '[]'],
    ['no object', '7'],
  ])('refuses %s as no request', async (_, body) => {
    const response = await fetchSample(LAST, 'https://mainnet.base.org/', 1, { method: 'POST', body })
    expect(await response.json()).toMatchObject({ id: null, error: { code: -32600 } })
  })

  it('refuses a filter that no node takes', async () => {
    for (const filter of [
      null,
      { fromBlock: 'yesterday' },
      { fromBlock: '0x5', toBlock: '0x4' },
      { topics: 'x' },
    ])
      expect(await readJson(post(LAST, { id: 1, method: 'eth_getLogs', params: [filter] }))).toMatchObject({
        error: { code: -32602 },
      })
  })
})
