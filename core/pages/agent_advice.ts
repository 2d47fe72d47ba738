import type { AgentRecord } from '../views/agent_record.ts'
import type { AgentAdvice } from './agent_page_view.ts'
import { formatAmount, points } from './numbers.ts'

/** Beginnings of the advice that say the same as its title. */
const SAID_BY_TITLE = /^(?:Do not pay it|No payment is advised)\. /
/** Reasons that say what `insufficient` sums up. */
const PARTS_OF_INSUFFICIENT = ['activity_stale', 'activity_unknown', 'age_new', 'indexed_only']

/** Returns the advice on paying an agent: a box where there is a way to pay it, else a line; null for one that has departed. */
export function agentAdvice({ trust, departed_on }: AgentRecord): AgentAdvice | null {
  if (departed_on !== null) return null
  const says = trust.advice.replace(SAID_BY_TITLE, '')
  return {
    ...{ is_payable: trust.payable, verdict: trust.verdict, title: describeTitle(trust), says },
    reasons: listReasons(trust).filter((sentence) => !says.includes(sentence)),
    class: trust.class,
    score: formatAmount(trust.score),
    price_multiplier: points(trust.price_multiplier),
    risk_premium_pct: formatAmount(trust.risk_premium_pct),
  }
}

/** The advice in a few words, with the limit if there is one. */
function describeTitle({ verdict, per_transaction }: AgentRecord['trust']): string {
  if (verdict === 'reject') return 'Do not pay'
  const limit = per_transaction ?? 0
  if (limit > 0)
    return `${verdict === 'proceed' ? 'OK' : 'Careful'}: up to ${formatAmount(limit)} USD at once`
  return verdict === 'proceed' ? 'OK' : 'Careful: no safe limit can be named yet'
}

/** Each reason once: one that sums up others is left out beside them. */
function listReasons({ reasons }: AgentRecord['trust']): string[] {
  const codes = new Set(reasons.map(({ code }) => code))
  const isSaid = PARTS_OF_INSUFFICIENT.some((code) => codes.has(code))
  return reasons.filter(({ code }) => code !== 'insufficient' || !isSaid).map(({ sentence }) => sentence)
}
