import {
  createWalletClient,
  type Hex,
  http,
  numberToHex,
  parseSignature,
  publicActions,
  serializeSignature,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAnvil, type RunningChain, startAnvil } from './anvil.ts'
import { type Authorization, authorize } from './authorization.ts'
import { mined } from './mined.ts'
import { localChain, placeToken, TOKEN_ABI, type Token, USDC } from './token.ts'
import { fundedWallet, SELLER, sendingWallet, walletNamed } from './wallets.ts'

const anvil = await findAnvil()
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

describe.skipIf(anvil === null)('the token on a local chain (needs anvil)', () => {
  let chain: RunningChain
  let token: Token
  beforeAll(async () => {
    chain = await startAnvil(anvil ?? '', 8453)
    token = await placeToken(chain)
  })
  afterAll(() => chain?.close())

  const client = () =>
    createWalletClient({
      account: sendingWallet(2),
      chain: localChain(chain),
      transport: http(chain.url),
      pollingInterval: 10,
    }).extend(publicActions)
  const fields = (authorization: Authorization) =>
    [
      authorization.from,
      authorization.to,
      authorization.value,
      authorization.validAfter,
      authorization.validBefore,
      authorization.nonce,
    ] as const

  const transfer = async (authorization: Authorization, signature: Hex) => {
    const wallet = client()
    const hash = await wallet.writeContract({
      address: USDC,
      abi: TOKEN_ABI,
      functionName: 'transferWithAuthorization',
      args: [...fields(authorization), signature],
    })
    return mined(wallet, hash)
  }

  test('moves what was signed for, once, and says so in two events one after the other', async () => {
    const payer = await fundedWallet(token, 'token payer', 80_000n)
    const before = await token.balance(SELLER)
    const { authorization, signature } = await authorize(chain, payer, SELLER)
    expect(await token.isUsed(payer.address, authorization.nonce)).toBe(false)
    const { logs } = await transfer(authorization, signature)
    expect(await token.balance(payer.address)).toBe(30_000n)
    expect(await token.balance(SELLER)).toBe(before + 50_000n)
    expect(await token.isUsed(payer.address, authorization.nonce)).toBe(true)
    expect(logs.map(({ topics }) => topics[0])).toEqual([
      '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5',
      '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    ])
    expect(logs.map(({ logIndex }) => logIndex)).toEqual([0, 1])
    await expect(transfer(authorization, signature)).rejects.toThrow('authorization is used')
    expect(await token.balance(payer.address)).toBe(30_000n)
  })

  test('takes a signature in three parts as well', async () => {
    const payer = await fundedWallet(token, 'payer in parts', 50_000n)
    const { authorization, signature } = await authorize(chain, payer, SELLER)
    const { r, s, v = 0n } = parseSignature(signature)
    const wallet = client()
    const hash = await wallet.writeContract({
      address: USDC,
      abi: TOKEN_ABI,
      functionName: 'transferWithAuthorization',
      args: [...fields(authorization), Number(v), r, s],
    })
    await mined(wallet, hash)
    expect(await token.balance(payer.address)).toBe(0n)
  })

  test('refuses what is late, early, too much, changed or signed by another', async () => {
    const payer = await fundedWallet(token, 'refused payer', 50_000n)
    const now = BigInt(Math.floor(Date.now() / 1000))
    const refused = async (
      given: Partial<Authorization>,
      signer = payer,
      change: Partial<Authorization> = {},
    ) => {
      const { authorization, signature } = await authorize(chain, signer, SELLER, {
        from: payer.address,
        ...given,
      })
      return expect(transfer({ ...authorization, ...change }, signature)).rejects
    }
    await (await refused({ validBefore: now - 1n })).toThrow('authorization is expired')
    await (await refused({ validAfter: now + 100n })).toThrow('authorization is not yet valid')
    await (await refused({ value: 50_001n })).toThrow('exceeds balance')
    await (await refused({}, walletNamed('another'))).toThrow('invalid signature')
    await (await refused({}, payer, { to: payer.address })).toThrow('invalid signature')
    expect(await token.balance(payer.address)).toBe(50_000n)
  })

  test('refuses the twin of a signature', async () => {
    const payer = await fundedWallet(token, 'payer with a twin', 50_000n)
    const { authorization, signature } = await authorize(chain, payer, SELLER)
    const { r, s, yParity } = parseSignature(signature)
    const high = numberToHex(CURVE_ORDER - BigInt(s), { size: 32 })
    const twin = serializeSignature({ r, s: high, yParity: 1 - yParity })
    await expect(transfer(authorization, twin)).rejects.toThrow('invalid signature')
  })

  test('an authorization runs out by the time of the chain', async () => {
    const payer = await fundedWallet(token, 'late payer', 50_000n)
    const { authorization, signature } = await authorize(chain, payer, SELLER)
    await token.passTime(301)
    await expect(transfer(authorization, signature)).rejects.toThrow('authorization is expired')
  })
})
