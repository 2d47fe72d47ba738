import { BASE, type Burst, type Funding, type World } from './x402_given.ts'

/** The expected `x402_demand` row of one operator, chain and window, counted payment by payment from its definition. */
export interface Expected {
  operator: string
  chain: string
  days: number
  payments: number
  volume_atomic: string
  unique_payers: number
  unique_payers_adjusted: number
  new_payers: number | null
  returning_payers: number | null
  top_payer: string
  top_payer_share: number
  self_funded_share: number | null
  facilitator_names: string[]
  unknown_relayers: number
  wash_flags: string[]
  notices: string[]
}

const add = (numbers: bigint[]) => numbers.reduce((total, number) => total + number, 0n)
const countPayments = (bursts: Burst[]) => bursts.reduce((total, burst) => total + burst.count, 0)
const sumVolume = (bursts: Burst[]) => add(bursts.map((burst) => burst.amount * BigInt(burst.count)))
const unique = <T>(values: T[]) => [...new Set(values)]
const rounded = (share: number) => Number(share.toFixed(6))

type Relation = 'self' | 'funded' | 'loop' | null

function findRelation(world: World, operator: string, payer: string): Relation {
  const fundings = world.fundings ?? []
  if (operator === payer) return 'self'
  if (fundings.some((funding) => funding.operator === operator && funding.wallet === payer)) return 'funded'
  const paid = sent(world.bursts, fundings, payer, operator, true)
  return paid > 0n && sumReturned(world.bursts, fundings, operator, payer) * 2n >= paid ? 'loop' : null
}

function sent(bursts: Burst[], fundings: Funding[], from: string, to: string, isX402Only = false): bigint {
  const paid = sumVolume(bursts.filter((burst) => burst.payer === from && burst.operator === to))
  if (isX402Only) return paid
  return (
    paid +
    add(
      fundings
        .filter((funding) => funding.operator === from && funding.wallet === to)
        .map((funding) => funding.amount),
    )
  )
}

function sumReturned(bursts: Burst[], fundings: Funding[], operator: string, payer: string): bigint {
  const all = unique([
    ...bursts.flatMap((burst) => [burst.payer, burst.operator]),
    ...fundings.flatMap((funding) => [funding.operator, funding.wallet]),
  ])
  const over = all
    .filter((text) => text !== operator && text !== payer)
    .map((middle) => {
      const fed = sent(bursts, fundings, operator, middle)
      const inflow = add(
        all.filter((text) => text !== middle).map((text) => sent(bursts, fundings, text, middle)),
      )
      if (fed === 0n || inflow === 0n) return 0n
      return BigInt(
        Math.round(Number(sent(bursts, fundings, middle, payer)) * (Number(fed) / Number(inflow))),
      )
    })
  return sent(bursts, fundings, operator, payer) + add(over)
}

/** Every row of the mart but its ranks, for a world whose base chain was read for 60 days and no other chain was. */
export function bruteForce(world: World): Expected[] {
  const operators = unique(world.bursts.map((burst) => burst.operator))
  const chains = unique(world.bursts.map((burst) => burst.chain ?? BASE))
  return operators.flatMap((operator) =>
    ['all', ...chains].flatMap((chain) =>
      Array.from({ length: 30 }, (_, nth) => countWindow(world, operator, chain, nth + 1)).filter(
        (expected) => expected !== null,
      ),
    ),
  )
}

function countWindow(world: World, operator: string, chain: string, days: number): Expected | null {
  const ever = world.bursts.filter(
    (burst) => burst.operator === operator && (chain === 'all' || (burst.chain ?? BASE) === chain),
  )
  const within = ever.filter((burst) => burst.age < days)
  if (within.length === 0) return null
  const payers = unique(within.map((burst) => burst.payer))
  const earlier = new Set(ever.filter((burst) => burst.age >= days).map((burst) => burst.payer))
  const fresh = payers.filter((payer) => !earlier.has(payer)).length
  const isKnown = chain === 'all' || chain === BASE
  const relayers = unique(within.map((burst) => burst.relayer ?? '0xrelayer'))
  const names = world.facilitators ?? []
  const findName = (address: string) => names.find((name) => name.address === address)?.name
  return {
    operator,
    chain,
    days,
    payments: countPayments(within),
    volume_atomic: String(sumVolume(within)),
    unique_payers: payers.length,
    new_payers: isKnown ? fresh : null,
    returning_payers: isKnown ? payers.length - fresh : null,
    facilitator_names: unique(relayers.flatMap((relayer) => findName(relayer) ?? [])).sort(),
    unknown_relayers: relayers.filter((relayer) => findName(relayer) === undefined).length,
    ...judgement(world, operator, within, payers),
  }
}

function judgement(world: World, operator: string, within: Burst[], payers: string[]) {
  const of = (chosen: string[]) => within.filter((burst) => chosen.includes(burst.payer))
  const related = (relation: Relation) =>
    payers.filter((payer) => findRelation(world, operator, payer) === relation)
  const [payments, volume] = [countPayments(within), sumVolume(within)]
  const computeShare = (bursts: Burst[]) =>
    Math.max(countPayments(bursts) / payments, volume > 0n ? Number(sumVolume(bursts)) / Number(volume) : 0)
  const sizes = payers
    .map((payer) => ({ payer, payments: countPayments(of([payer])), volume: sumVolume(of([payer])) }))
    .sort(
      (a, b) =>
        b.payments - a.payments ||
        (a.volume < b.volume ? 1 : a.volume > b.volume ? -1 : a.payer < b.payer ? 1 : -1),
    )
  const [top] = sizes
  if (!top) throw new Error('a window without payers has no row')
  const topThree = sizes.slice(0, 3).reduce((total, size) => total + size.payments, 0)
  const flags = [
    payments >= 10 && computeShare(of(related('self'))) >= 0.1 && 'self_payment',
    payments >= 10 && computeShare(of(related('funded'))) >= 0.2 && 'funded_payers',
    payments >= 10 && computeShare(of(related('loop'))) >= 0.2 && 'closed_loop',
    payments >= 50 && topThree > 0.9 * payments && 'few_payers_many_payments',
  ].filter((flag) => flag !== false)
  const independent = related(null)
  const squares = sizes.reduce((total, size) => total + size.payments ** 2, 0)
  const effective = Math.floor((payments * countPayments(of(independent))) / squares)
  const ownVolume = sumVolume(of([...related('self'), ...related('funded')]))
  return {
    unique_payers_adjusted: flags.length > 0 ? Math.min(independent.length, effective) : independent.length,
    top_payer: top.payer,
    top_payer_share: rounded(top.payments / payments),
    self_funded_share: volume > 0n ? rounded(Number(ownVolume) / Number(volume)) : null,
    wash_flags: flags,
    notices: payments >= 10 && top.payments / payments > 0.6 ? ['dominant_payer'] : [],
  }
}
