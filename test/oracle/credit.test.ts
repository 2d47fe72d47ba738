import { describe, expect, it } from 'vitest'
import { createTransfer } from './chain_recording.ts'
import { creditedOperators, type Market } from './credit.ts'
import { independentPayers } from './demand.ts'
import type { Transfer } from './readers/payments.ts'

const BASE = 'eip155:8453'
const POLYGON = 'eip155:137'
const DAY = '2026-02-10'

const response = createTransfer({}).response

/** A host that asks for payment to an address on some chains, in its own answer 402. */
const payHost = (host: string, payTo: string, chains: string[], since = '2026-02-01') => ({
  ...{
    url: `https://${host}/`,
    host,
    newest: response,
    probedOn: '2026-02-01',
    kind: 'x402',
    answered: null,
  },
  quotes: chains.map((chain) => ({ chain, payTo, amount: null, since })),
})

const paid = (chain: string, from: string, to: string, day = '2026-02-09'): Transfer =>
  createTransfer({ chain, from, to, time: Date.parse(`${day}T12:00:00Z`) })

const market = (probes: Market['probes'], payments: Transfer[], fundings: Transfer[] = []): Market => ({
  ...{ listings: new Map(), askedOn: new Map() },
  ...{ probes, moved: { payments, fundings } },
})

const credited = (given: Market) =>
  creditedOperators(
    given,
    (host) => [host],
    () => new Set(),
  )

const counted = (given: Market): string[] =>
  [...independentPayers(given, { credited: credited(given), signed: new Map() }, DAY)].flatMap(
    ([handle, payers]) =>
      payers.map(
        ({ chain, payer, isCounted }) => `${handle} ${chain} ${payer}${isCounted ? '' : ', uncounted'}`,
      ),
  )

describe('an address', () => {
  it('is credited on each chain to the agent that requests payment to it there', () => {
    const probes = [payHost('a.example', '0xa', [BASE]), payHost('b.example', '0xa', [POLYGON])]
    const given = market(probes, [paid(BASE, 'p', '0xa'), paid(POLYGON, 'q', '0xa')])
    expect([...credited(given)]).toEqual([
      [`${BASE} 0xa`, ['a.example']],
      [`${POLYGON} 0xa`, ['b.example']],
    ])
    expect(counted(given)).toEqual([`a.example ${BASE} p`, `b.example ${POLYGON} q`])
  })

  it('is not credited to an agent that requested it only after it was paid on that chain', () => {
    const early = payHost('early.example', '0xother', [BASE], '2026-01-01')
    const probes = [early, payHost('a.example', '0xa', [BASE, POLYGON], '2026-02-05')]
    const given = market(probes, [
      paid(BASE, 'p', '0xa', '2026-02-04'),
      paid(POLYGON, 'q', '0xa', '2026-02-01'),
    ])
    expect([...credited(given).keys()]).toEqual([`${BASE} 0xother`, `${BASE} 0xa`])
  })
})

describe('payers of an agent on two chains', () => {
  const probes = [payHost('a.example', '0xa', [BASE, POLYGON])]

  it('count on the chain with most of them', () => {
    const payments = [paid(BASE, 'p', '0xa'), paid(BASE, 'q', '0xa'), paid(POLYGON, 'p', '0xa')]
    expect(counted(market(probes, payments))).toEqual([
      `a.example ${BASE} p`,
      `a.example ${BASE} q`,
      `a.example ${POLYGON} p, uncounted`,
    ])
  })

  it('count where they are independent, and are related wherever they were funded', () => {
    const payments = [paid(BASE, 'p', '0xa'), paid(BASE, 'q', '0xa'), paid(POLYGON, 'r', '0xa')]
    const fundings = ['p', 'q'].map((wallet) => paid(POLYGON, '0xa', wallet))
    expect(counted(market(probes, payments, fundings))).toEqual([`a.example ${POLYGON} r`])
  })

  it('are left by the wash rule as it judges each chain alone', () => {
    const many = Array.from({ length: 60 }, () => paid(POLYGON, 'busy', '0xa'))
    const decoys = ['d', 'e', 'f', 'g'].map((payer) => paid(POLYGON, payer, '0xa'))
    const honest = ['p', 'q'].map((payer) => paid(BASE, payer, '0xa'))
    // 64 payments by three for the most part: one of the five payers on that chain is left, both on the other.
    expect(counted(market(probes, [...many, ...decoys, ...honest]))).toEqual([
      `a.example ${POLYGON} busy, uncounted`,
      `a.example ${BASE} p`,
      `a.example ${BASE} q`,
    ])
  })
})
