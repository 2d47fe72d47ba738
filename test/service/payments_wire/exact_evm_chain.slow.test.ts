import { json } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { type Address, createTestClient, type Hex, http, publicActions, walletActions } from 'viem'
import { generatePrivateKey, mnemonicToAccount, nonceManager, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AuthorizationQuery,
  ChainUnavailable,
  type Payment,
  type Terms,
} from '../../../serving/service/payments/payment.ts'
import { toPaymentClaim } from '../../../serving/service/payments/request.ts'
import { exactEvmChain } from '../../../serving/service/payments/schemes/exact_evm_chain.ts'
import { findAnvil, type RunningChain, startAnvil } from '../../kit/payments/anvil.ts'
import { mined } from '../../kit/payments/mined.ts'
import { DOMAIN, localChain, placeToken, TOKEN_ABI, type Token, USDC } from '../../kit/payments/token.ts'
import { config, endpoint, terms as onBase, PAY_TO, PAYER, payment, serving } from './given.ts'

const terms: Terms = { ...onBase, network: 'eip155:31337' }
const timeoutMs = 5000
const binary = await findAnvil()
const SELLER = privateKeyToAccount(`0x${'51'.repeat(32)}`).address

/** Returns the query for a ledger row whose payment was for these terms. */
function toQuery(payment: Payment, terms: Terms): AuthorizationQuery {
  const { scheme } = config
  const claim = toPaymentClaim({ payment, terms, scheme }, endpoint('find_full'), 'GET /', {
    secret: null,
    token: null,
  })
  const { network, amount } = terms
  return { ...claim, network, amount, asset: scheme.spell(terms.asset), pay_to: scheme.spell(terms.payTo) }
}

const createClient = (chain: RunningChain) =>
  createTestClient({
    mode: 'anvil',
    chain: localChain(chain),
    transport: http(chain.url, { retryCount: 0 }),
    account: mnemonicToAccount('test test test test test test test test test test test junk', {
      nonceManager,
    }),
    pollingInterval: 10,
  })
    .extend(publicActions)
    .extend(walletActions)

/** One JSON-RPC request. */
interface RpcRequest {
  id: number
  method: string
  params?: { fromBlock: string; toBlock: string }[]
}

describe.skipIf(binary === null)('on a chain of its own (needs anvil)', () => {
  let chain: RunningChain
  let token: Token
  let client: ReturnType<typeof createClient>

  beforeAll(async () => {
    chain = await startAnvil(binary as string)
    client = createClient(chain)
    token = await placeToken(chain)
  })
  afterAll(() => chain.close())

  /** A payment by an account of its own that owns the price, signed. */
  async function signed(change: { to?: Address; value?: string } = {}): Promise<Payment> {
    const account = privateKeyToAccount(generatePrivateKey())
    await token.mint(account.address, 1_000_000n)
    const { timestamp } = await client.getBlock()
    const authorization = {
      from: account.address,
      to: change.to ?? SELLER,
      value: change.value ?? terms.amount,
      validAfter: String(timestamp - 1n),
      validBefore: String(timestamp + 1_000_000n),
      nonce: generatePrivateKey(),
    }
    const signature = await account.signTypedData({
      domain: { ...DOMAIN, chainId: 31_337, verifyingContract: USDC },
      types: {
        TransferWithAuthorization: [
          { name: 'from', type: 'address' },
          { name: 'to', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'validAfter', type: 'uint256' },
          { name: 'validBefore', type: 'uint256' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'TransferWithAuthorization',
      message: typedMessage(authorization),
    })
    return { ...payment, network: terms.network, accepted: null, authorization, signature }
  }

  const typedMessage = (authorization: Payment['authorization']) => ({
    from: authorization.from as Address,
    to: authorization.to as Address,
    value: BigInt(authorization.value),
    validAfter: BigInt(authorization.validAfter),
    validBefore: BigInt(authorization.validBefore),
    nonce: authorization.nonce as Hex,
  })

  /** Uses an authorization and gives the transaction. */
  async function use({ authorization, signature }: Payment): Promise<Hex> {
    const { from, to, value, validAfter, validBefore, nonce } = typedMessage(authorization)
    const hash = await client.writeContract({
      address: USDC,
      abi: TOKEN_ABI,
      functionName: 'transferWithAuthorization',
      args: [from, to, value, validAfter, validBefore, nonce, signature as Hex],
    })
    await mined(client, hash)
    return hash
  }

  const seller: Terms = { ...terms, payTo: SELLER }

  const handedOn = async (asked: RpcRequest): Promise<object> => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(chain.url, { method: 'POST', headers, body: JSON.stringify(asked) })
    return (await response.json()) as object
  }

  /** A node that forwards its calls, unless `meddle` answers them; `asked` lists all. */
  async function before(meddle: (asked: RpcRequest) => object | undefined | Promise<void>) {
    const asked: RpcRequest[] = []
    const url = await serving(async (request, response) => {
      const body = (await json(request)) as RpcRequest
      asked.push(body)
      const answer = (await meddle(body)) ?? (await handedOn(body))
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ ...answer, id: body.id }))
    })
    return { asked, chain: exactEvmChain({ url, timeoutMs }) }
  }

  test('unused, up to the time of a block; then paid, with its transaction', async () => {
    const paid = await signed()
    const reader = exactEvmChain({ url: chain.url, timeoutMs })
    const { timestamp } = await client.getBlock()
    expect(await reader.authorization(toQuery(paid, seller))).toEqual({
      state: 'unused',
      at: Number(timestamp),
    })
    const transaction = await use(paid)
    expect(await reader.authorization(toQuery(paid, seller))).toEqual({ state: 'paid', transaction })
  })

  test('addresses and nonces in any case, and without a signature', async () => {
    const paid = await signed()
    const transaction = await use(paid)
    const upper = (text: string) => `0x${text.slice(2).toUpperCase()}`
    const { from, nonce } = paid.authorization
    const authorization = { ...paid.authorization, from: upper(from), nonce: upper(nonce) }
    const reader = exactEvmChain({ url: chain.url, timeoutMs })
    const given = { ...seller, asset: seller.asset.toLowerCase(), payTo: SELLER.toLowerCase() }
    expect(await reader.authorization(toQuery({ ...paid, authorization, signature: '0x' }, given))).toEqual({
      state: 'paid',
      transaction,
    })
  })

  test('an authorization that paid another recipient or amount is spent', async () => {
    const reader = exactEvmChain({ url: chain.url, timeoutMs })
    const elsewhere = await signed({ to: PAY_TO })
    await use(elsewhere)
    expect(await reader.authorization(toQuery(elsewhere, seller))).toEqual({ state: 'spent' })
    const tooMuch = await signed({ value: '50001' })
    await use(tooMuch)
    expect(await reader.authorization(toQuery(tooMuch, seller))).toEqual({ state: 'spent' })
  })

  test('two payments in one block are told apart', async () => {
    const [right, wrong] = [await signed(), await signed({ to: PAY_TO })]
    await client.setAutomine(false)
    const sent = [use(right), use(wrong)]
    while ((await client.getTxpoolStatus()).pending < 2)
      await new Promise((resolve) => setTimeout(resolve, 5))
    await client.mine({ blocks: 1 })
    await client.setAutomine(true)
    const [transaction] = await Promise.all(sent)
    const reader = exactEvmChain({ url: chain.url, timeoutMs })
    expect(await reader.authorization(toQuery(right, seller))).toEqual({ state: 'paid', transaction })
    expect(await reader.authorization(toQuery(wrong, seller))).toEqual({ state: 'spent' })
  })

  const blockRanges = (asked: RpcRequest[]) =>
    asked.flatMap(({ method, params: [filter] = [] }) =>
      method === 'eth_getLogs' && filter ? [Number(filter.toBlock) - Number(filter.fromBlock) + 1] : [],
    )

  /**
   * A node that rejects ranges of more than so many blocks, as most do; `told` are its logs instead of the real ones.
   */
  const strict = (blocks: number, told?: unknown[]) =>
    before(({ method, params: [filter] = [] }) => {
      if (method !== 'eth_getLogs') return undefined
      if (Number(filter?.toBlock) - Number(filter?.fromBlock) >= blocks)
        return { jsonrpc: '2.0', error: { code: -32005, message: 'query exceeds range' } }
      return told && { jsonrpc: '2.0', result: told }
    })

  /** Ranges that are halved until the node takes them, and then as long until all of 400 blocks are searched. */
  function expectHalved(ranges: number[], longest: number) {
    const fitting = ranges.findIndex((range) => range <= longest)
    const length = ranges[fitting] as number
    for (let i = 1; i <= fitting; i += 1) expect(ranges[i]).toBe(Math.floor((ranges[i - 1] as number) / 2))
    const steps = Math.floor(400 / length) + 1
    expect(ranges.slice(fitting)).toEqual(Array(steps).fill(length))
  }

  test('a use long ago is found range by range, and ranges are halved for a node that refuses them', async () => {
    const paid = await signed()
    const transaction = await use(paid)
    await client.mine({ blocks: 400, interval: 2 })
    const { chain: reader, asked } = await strict(200)
    expect(await reader.authorization(toQuery(paid, seller))).toEqual({ state: 'paid', transaction })
    expectHalved(blockRanges(asked), 200)
  })

  test('a use without a log leaves all open; the search ends before the payment was valid', async () => {
    const paid = await signed()
    await use(paid)
    await client.mine({ blocks: 400, interval: 2 })
    const mute = await strict(200, [])
    await expect(mute.chain.authorization(toQuery(paid, seller))).rejects.toThrow(/returns no log of it/)
    expectHalved(blockRanges(mute.asked), 200)
    const refusing = await strict(0)
    await expect(refusing.chain.authorization(toQuery(paid, seller))).rejects.toThrow(ChainUnavailable)
    expect(blockRanges(refusing.asked).length).toBeLessThan(8)
  })

  test('a cancelled authorization is spent, whatever stands beside it', async () => {
    const paid = await signed()
    await use(paid)
    const { chain: cancelled } = await before(({ method }) => {
      if (method !== 'eth_getLogs') return undefined
      const topics = ['0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81']
      return {
        jsonrpc: '2.0',
        result: [{ topics, transactionHash: `0x${'12'.repeat(32)}`, logIndex: '0x0' }],
      }
    })
    expect(await cancelled.authorization(toQuery(paid, seller))).toEqual({ state: 'spent' })
  })

  test('a node of another chain is told apart, and so is an asset that is no token', async () => {
    const reader = exactEvmChain({ url: chain.url, timeoutMs })
    await expect(reader.authorization(toQuery(payment, onBase))).rejects.toThrow(
      /serves chain 31337, but payments are on eip155:8453/,
    )
    await expect(reader.authorization(toQuery(payment, { ...terms, asset: PAYER }))).rejects.toThrow(
      ChainUnavailable,
    )
  })

  test('before it is settled: whether it is used, and what its payer has', async () => {
    const paid = await signed()
    const reader = exactEvmChain({ url: chain.url, timeoutMs })
    expect(await reader.unsettled(toQuery(paid, seller))).toEqual({ isUsed: false, balance: 1_000_000n })
    await use(paid)
    const balance = 1_000_000n - BigInt(terms.amount)
    expect(await reader.unsettled(toQuery(paid, seller))).toEqual({ isUsed: true, balance })
    await expect(reader.unsettled(toQuery(paid, { ...terms, asset: PAYER }))).rejects.toThrow(
      ChainUnavailable,
    )
  })

  test('the transaction that is named is looked at first; one that is wrong, or not there, proves nothing', async () => {
    const [paid, other] = [await signed(), await signed()]
    const transaction = await use(paid)
    const { chain: reader, asked } = await before(() => undefined)
    expect(await reader.authorization(toQuery(paid, seller), transaction)).toEqual({
      state: 'paid',
      transaction,
    })
    expect(asked.map(({ method }) => method)).toEqual(['eth_chainId', 'eth_getTransactionReceipt'])
    for (const named of [transaction, generatePrivateKey()])
      expect(await reader.authorization(toQuery(other, seller), named)).toMatchObject({ state: 'unused' })
    const own = await use(other)
    expect(await reader.authorization(toQuery(other, seller), transaction)).toEqual({
      state: 'paid',
      transaction: own,
    })
    const elsewhere = await signed({ to: PAY_TO })
    expect(await reader.authorization(toQuery(elsewhere, seller), await use(elsewhere))).toEqual({
      state: 'spent',
    })
  })

  test('the block and the state are those of one block', async () => {
    const paid = await signed()
    const { timestamp } = await client.getBlock()
    const { chain: late } = await before(async ({ method }) => {
      if (method === 'eth_call') await use(paid)
    })
    expect(await late.authorization(toQuery(paid, seller))).toEqual({
      state: 'unused',
      at: Number(timestamp),
    })
  })
})

test('a node that is down, slow, or sends elsewhere', async () => {
  const reading = (url: string) =>
    exactEvmChain({ url, timeoutMs: 200 }).authorization(toQuery(payment, terms))
  const error = await reading('http://127.0.0.1:1/key').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ChainUnavailable)
  // The address of a node often has a key in it.
  expect(inspect(error)).not.toContain('/key')
  await expect(reading(await serving(() => undefined))).rejects.toThrow(ChainUnavailable)
  let isFollowed = false
  const good = await serving((_, response) => {
    isFollowed = true
    response.end('{"jsonrpc":"2.0","id":1,"result":"0x7a69"}')
  })
  const redirect = await serving((_, response) => response.writeHead(307, { location: good }).end())
  await expect(reading(redirect)).rejects.toThrow(/cannot be read/)
  expect(isFollowed).toBe(false)
})
