import { NUMBERS } from '../../../core/domain/numbers.ts'
import type { TrustRow } from '../../../core/views/agent_record.ts'

/** Changes that would change the advice, by the code of the reason for it. */
const CHANGES: Readonly<Record<string, string>> = {
  departed: 'That changes when a source lists it again.',
  critical_flag: 'That changes when the flag goes.',
  major_flag: 'That changes when the flag goes.',
  wash_flagged: `That changes when ${NUMBERS.market_days} days hold no such payments.`,
  activity_stale: 'An answer to a probe, or a payment, would change that.',
  activity_unknown: 'An answer to a probe, or a payment, would change that.',
  indexed_only: 'Payments by known wallets would change that.',
  payee_unproven: 'A 402 answer of its host that names the wallet would change that.',
  unpaid: 'Payments by more wallets, or by known ones, would change that.',
}

/** Returns the advice on paying an agent in words: what it rests on, its cost to fake and the limit, or why there is none. */
export function describePayment(trust: Omit<TrustRow, 'advice' | 'flags'>): string {
  if (trust.recommendation === 'do_not_pay') return `Do not pay it. ${describeReason(trust)}`
  if (trust.per_transaction === null || trust.daily === null) return describeNoRail(trust)
  if (trust.daily > 0)
    return `${describeEvidence(trust)}; pay up to ${trust.per_transaction.toFixed(2)} USD at once. At most ${trust.daily.toFixed(2)} USD a day, and only to a wallet that its own host quotes.`
  const basis = trust.reasons.some(({ code }) => code === 'unpaid') ? `${describeEvidence(trust)}. ` : ''
  return `${basis}No payment is advised. ${describeReason(trust)}`
}

/** The first reason that something can change, and what. */
function describeReason({ reasons }: Pick<TrustRow, 'reasons'>): string {
  const reason = reasons.find(({ code }) => code in CHANGES) ?? reasons[0]
  return `${reason?.sentence ?? ''} ${CHANGES[reason?.code ?? ''] ?? ''}`.trim()
}

function describeNoRail({ verdict }: Pick<TrustRow, 'verdict'>): string {
  const sound = verdict === 'proceed' ? 'its identity and record are sound, but ' : ''
  const text = `${sound}no way to pay it is known, so that no limit is given. A 402 answer of its own host that quotes a wallet would change that.`
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

function describeEvidence({
  cost_parts,
  cost_to_fake_usd,
  paid_days,
}: Omit<TrustRow, 'advice' | 'flags'>): string {
  const countUnits = (name: string) => cost_parts.find(({ part }) => part === name)?.units ?? 0
  const known = countUnits('known_wallets')
  const payers = countUnits('payments')
  const paid = known > 0 ? `${wallets(known, 'known ')}` : `${wallets(payers)} that nobody knows`
  return `Paid by ${paid} in ${describeDays(paid_days)}; faking that costs about ${roughly(cost_to_fake_usd ?? 0)} USD`
}

const wallets = (count: number, kind = ''): string =>
  `${count.toLocaleString('en-US')} ${kind}${count === 1 ? 'wallet' : 'wallets'}`

const describeDays = (days: number | null): string =>
  days === null || days >= NUMBERS.market_days
    ? `${NUMBERS.market_days} days`
    : `the ${days === 1 ? 'one day' : `${days} days`} of payments that were read`

/** Two significant figures, and cents at most. */
const roughly = (usd: number): string =>
  usd < 1 ? usd.toFixed(2) : Number(usd.toPrecision(2)).toLocaleString('en-US', { minimumFractionDigits: 0 })
