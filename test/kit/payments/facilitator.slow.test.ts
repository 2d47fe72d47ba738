import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findAnvil } from './anvil.ts'
import { authorize } from './authorization.ts'
import type { FaultName } from './faults.ts'
import { type LocalPayments, startLocalPayments } from './local_payments.ts'
import { DOMAIN, USDC } from './token.ts'
import { fundedWallet, SELLER, walletNamed } from './wallets.ts'

const anvil = await findAnvil()

describe.skipIf(anvil === null)('a facilitator on a local chain (needs anvil)', () => {
  let local: LocalPayments
  beforeAll(async () => {
    local = (await startLocalPayments(31337, { slowMs: 300 })) as LocalPayments
  })
  afterEach(() => local.facilitator.fail(null))
  afterAll(() => local?.close())

  const ask = async (name: string, to = SELLER) => {
    const payer = await fundedWallet(local.token, name, 50_000n)
    const { authorization, signature } = await authorize(local.chain, payer, to)
    const accepted = {
      ...{ scheme: 'exact', network: local.chain.network, amount: '50000', asset: USDC, payTo: to },
      ...{ maxTimeoutSeconds: 300, extra: DOMAIN },
    }
    const texts = Object.entries(authorization).map(([key, value]) => [key, String(value)])
    const payload = { signature, authorization: Object.fromEntries(texts) }
    const paymentPayload = { x402Version: 2, accepted, payload }
    return { payer: payer.address, body: { x402Version: 2, paymentPayload, paymentRequirements: accepted } }
  }
  const post = (step: string, body: unknown, redirect: 'manual' | 'follow' = 'manual') =>
    fetch(`${local.facilitator.url}/${step}`, {
      ...{ method: 'POST', redirect, body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json' },
    })
  const moved = async (payer: `0x${string}`) => (await local.token.balance(payer)) === 0n

  test('names what it settles', async () => {
    const { kinds } = (await (await fetch(`${local.facilitator.url}/supported`)).json()) as {
      kinds: object[]
    }
    expect(kinds).toContainEqual({ x402Version: 2, scheme: 'exact', network: 'eip155:31337' })
  })

  test('verifies without moving anything, settles, and settles nothing twice', async () => {
    const { payer, body } = await ask('verified')
    expect(await (await post('verify', body)).json()).toMatchObject({ isValid: true, payer })
    expect(await moved(payer)).toBe(false)
    const { success, transaction } = (await (await post('settle', body)).json()) as Record<string, unknown>
    expect(success).toBe(true)
    expect(transaction).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await moved(payer)).toBe(true)
    expect(await (await post('verify', body)).json()).toMatchObject({ isValid: false })
    expect(await (await post('settle', body)).json()).toMatchObject({ success: false })
  })

  test('pays the fees of no other seller', async () => {
    const { payer, body } = await ask('paying another', walletNamed('another seller').address)
    expect(await (await post('verify', body)).json()).toMatchObject({
      isValid: false,
      invalidReason: 'not_allowed',
    })
    expect(await (await post('settle', body)).json()).toMatchObject({ success: false })
    expect(await moved(payer)).toBe(false)
  })

  test('settles fifty at once', async () => {
    const asks = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(`one of fifty ${index}`)))
    const before = await local.token.balance(SELLER)
    const answers = await Promise.all(asks.map(async ({ body }) => (await post('settle', body)).json()))
    expect(answers.filter((answer) => (answer as { success: boolean }).success)).toHaveLength(50)
    expect((await local.token.balance(SELLER)) - before).toBe(50n * 50_000n)
  })

  const outcome = async (response: Promise<Response>): Promise<unknown> => {
    const { status, text } = await response.then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => ({ status: 0, text: '' }),
    )
    if (status !== 200) return status
    try {
      const answer = JSON.parse(text) as { isValid?: boolean; success?: boolean }
      return answer.isValid ?? answer.success
    } catch {
      return 'malformed'
    }
  }

  test.each<[FaultName, unknown, unknown, boolean]>([
    ['down', 0, 0, false],
    ['slow', true, true, true],
    ['500', 500, 500, false],
    ['redirect', 307, 307, false],
    ['malformed', 'malformed', 'malformed', false],
    ['verify_down', 0, true, true],
    ['settle_down', true, 0, false],
    ['settle_slow', true, true, true],
    ['settle_500', true, 500, false],
    ['settle_redirect', true, 307, false],
    ['settle_malformed', true, 'malformed', false],
    ['valid_but_settle_fails', true, false, false],
    ['settles_but_answer_lost', true, 0, true],
  ])('%s: verify gives %s, settle %s, and money moves: %s', async (name, verified, settled, hasMoved) => {
    const { payer, body } = await ask(`meeting ${name}`)
    local.facilitator.fail(name)
    const before = { ...local.facilitator.asked }
    expect(await outcome(post('verify', body))).toBe(verified)
    expect(await outcome(post('settle', body))).toBe(settled)
    expect(await moved(payer)).toBe(hasMoved)
    expect(local.facilitator.asked).toEqual({ verify: before.verify + 1, settle: before.settle + 1 })
  })

  test('who follows its redirect is told a lie', async () => {
    const { payer, body } = await ask('following')
    local.facilitator.fail('redirect')
    expect(await (await post('settle', body, 'follow')).json()).toMatchObject({ success: true, payer })
    expect(await moved(payer)).toBe(false)
  })
})
