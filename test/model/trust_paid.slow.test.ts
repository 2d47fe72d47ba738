import { expect, test } from 'vitest'
import { daysAgo, given, runCheck, together, type World, worldWithAgents } from './given.ts'
import { buildFrom } from './sql_harness.ts'

const CHAIN = 'eip155:8453'
const OBSERVED = Array.from({ length: 29 }, (_, n) => daysAgo(n + 1))

/** Differences of a paid agent from an ordinary one. */
interface Terms {
  wallets?: number
  /** The share of each wallet's spend with anchors that counts for this seller. */
  known?: number
  wallet?: string
  /** The wallet that its host quotes; null without a quote. */
  quoted?: string | null
  sharedBy?: number
  isIndependent?: boolean
}

/** A service that is alive, ranked, observed for 60 days, and paid at a wallet that its own host quotes. */
const paid = (terms: Terms = {}): World => {
  const { wallets = 100, known = 1, wallet = '0xalder', sharedBy = 1, isIndependent = true } = terms
  const { quoted = wallet } = terms
  const payers = Array.from({ length: wallets }, (_, n) => `0xwallet${n}`)
  return together(worldWithAgents([{ handle: 'alder', recordId: 'x402_bazaar:alder.example' }]), {
    past_liveness: OBSERVED.map((day) => ({ day, handle: 'alder', is_alive: true })),
    scores: [{ handle: 'alder', category: 'service', observed_weight: 80, source_count: 2 }],
    stg_endpoint_probes__quotes:
      quoted === null ? [] : [{ host: 'alder.example', chain: CHAIN, pay_to: quoted }],
    int_operators__agents: [
      { chain: CHAIN, operator: wallet, handle: 'alder', is_credited: true, shared_by: sharedBy },
    ],
    int_x402_windows__coverage: [{ chain: CHAIN, days: 30, observed_days: 12 }],
    int_agents__payers: payers.map((payer) => ({
      ...{ handle: 'alder', chain: CHAIN, operator: wallet, payer },
      ...{ is_independent: isIndependent, is_counted: true },
    })),
    int_x402_payers__known_shares: payers.map((payer) => ({
      ...{ chain: CHAIN, operator: wallet, payer, known, is_known: known > 0 },
    })),
  })
}

const readAdvice = async (world: World) => {
  const built = await buildFrom(given(world), ['trust'])
  const [row] = await built.rows<Record<string, unknown>>(
    `select verdict, list_transform(reasons, lambda one: one.code) as reasons, cost_to_fake_usd as cost,
       per_transaction as once, daily, paid_days from trust where handle = 'alder'`,
  )
  for (const check of ['trust_follows_rules', 'limits_cost_more_to_fake'])
    expect(await runCheck(built, check), check).toEqual([])
  built.close()
  return row
}

/** Worlds with their advice: verdict, cost to fake, limit at once and of a day, a reason. */
const CASES: [string, World, [string, number, number, number, string]][] = [
  ['100 known wallets', paid(), ['proceed', 25.1, 2.51, 12.55, 'paid']],
  ['80 of them', paid({ wallets: 80 }), ['proceed', 20.08, 2, 10.04, 'paid']],
  ['79 of them', paid({ wallets: 79 }), ['caution', 19.83, 1, 5, 'little_paid']],
  ['4,000 of them', paid({ wallets: 4_000 }), ['proceed', 1_004, 10, 25, 'paid']],
  [
    'wallets that spent a tenth for this seller',
    paid({ known: 0.1 }),
    ['caution', 2.6, 0.26, 1.3, 'little_paid'],
  ],
  ['100 wallets that nobody knows', paid({ known: 0 }), ['caution', 0.1, 0.01, 0.05, 'little_paid']],
  [
    '99 wallets that nobody knows',
    paid({ known: 0, wallets: 99 }),
    ['caution', 0.1, 0.01, 0.05, 'little_paid'],
  ],
  ['98 wallets that nobody knows', paid({ known: 0, wallets: 98 }), ['caution', 0.09, 0, 0, 'unpaid']],
  ['a wallet that ten agents share', paid({ sharedBy: 10 }), ['caution', 2.51, 0.25, 1.25, 'little_paid']],
  ['payers of its own', paid({ isIndependent: false }), ['caution', 0, 0, 0, 'payee_unproven']],
  [
    'a wallet that its host does not quote',
    paid({ quoted: '0xother' }),
    ['caution', 0, 0, 0, 'payee_unproven'],
  ],
  ['a host that quotes nothing', paid({ quoted: null }), ['caution', 0, 0, 0, 'payee_unproven']],
]

test.each(CASES)('the advice for %s', async (_, world, [verdict, cost, once, daily, reason]) => {
  const advice = await readAdvice(world)
  expect(advice).toMatchObject({ verdict, cost, once, daily })
  expect(advice?.reasons).toContain(reason)
})

const flagged = (flags: string[], notices: string[] = []): World => ({
  x402_demand: [
    {
      ...{ operator: '0xalder', chain: 'all', days: 30, payments: 100, unique_payers: 100 },
      ...{ volume_atomic: '100', wash_flags: flags, notices },
    },
    { operator: '0xalder', chain: CHAIN, days: 30, payments: 100, wash_flags: [], notices: [] },
  ],
})

test.each([
  ['circular payments', flagged(['funded_payers']), 'wash_flagged', 'caution', 0],
  [
    'few large payers, which anybody can cause',
    flagged(['few_payers_many_payments']),
    'wash_flagged',
    'caution',
    5,
  ],
  ['one large payer, which is a notice', flagged([], ['dominant_payer']), 'paid', 'proceed', 12.55],
])('%s', async (_, world, reason, verdict, daily) => {
  const advice = await readAdvice(together(paid(), world))
  expect(advice).toMatchObject({ verdict, daily })
  expect(advice?.reasons).toContain(reason)
})

test.each([
  ['of all days', OBSERVED, OBSERVED, 'proceed', 2.51],
  ['with a break', OBSERVED.toSpliced(9, 1), OBSERVED, 'caution', 1],
  ['of 27 days on which we ran', OBSERVED.slice(3), OBSERVED.slice(3), 'proceed', 2.51],
  ['of 26', OBSERVED.slice(4), OBSERVED.slice(4), 'caution', 1],
])('an age by our own observation %s', async (_, own, all, verdict, once) => {
  const seen = (handle: string, days: string[]) => days.map((day) => ({ day, handle, is_alive: false }))
  const past_liveness = [...seen('alder', own), ...seen('birch', all)]
  expect(await readAdvice({ ...paid(), past_liveness })).toMatchObject({ verdict, once, paid_days: 12 })
})

test('payments of days before the first run count for the age', async () => {
  const signals = [{ handle: 'alder', key: 'x402_first_paid_at', value_at: `${daysAgo(30)} 12:00:00` }]
  expect(await readAdvice({ ...paid(), past_liveness: [], signals })).toMatchObject({ verdict: 'proceed' })
  expect(await readAdvice({ ...paid(), past_liveness: [] })).toMatchObject({ reasons: ['age_new'], once: 1 })
})
