import { invalidParameter } from '../../../../core/interface/errors.ts'
import type { Resource } from '../../../../core/resources/resources.ts'
import { trustEvaluationInShort } from '../../../../core/resources/trust_evaluation.ts'
import { readResource } from '../../../handler/resource.ts'
import type { RpcContext } from '../../rpc/method.ts'
import { compareSkill } from './compared.ts'
import { describeRisks } from './risks.ts'
import { toRestParameters, withFields } from './skill.ts'

const FIELDS = ['handle', 'handles', 'depth', 'amount_usd', 'wallet']

/**
 * The verdict on an agent, or with `handles` on two to five; `depth: "full"` requests the paid evaluation with every
 * signal. `amount_usd` is a planned payment to the agent, and `wallet` where it would go: the answer then says whether
 * both are right.
 */
export const trustEval = withFields(FIELDS, async (fields, context) => {
  const { depth, handles, amount_usd } = toRestParameters(fields, ['depth', 'handles', 'amount_usd'])
  if (depth !== undefined && depth !== 'standard' && depth !== 'full')
    throw invalidParameter('depth', 'either standard or full')
  const parameters = toRestParameters(fields, ['handle', 'wallet'])
  if (handles !== undefined && parameters.handle === undefined) return compareSkill(handles, context)
  if (depth === 'full') return { kind: 'paid', ask: { endpoint: 'trust_evaluation_full', given: parameters } }
  const found = trustEvaluationInShort(
    await readResource('trust_evaluation', { handle: '', ...parameters }, context),
  )
  // The advice names the reason why nothing is advised.
  const reasons = found.reasons.flatMap(({ sentence }) => (found.advice.includes(sentence) ? [] : [sentence]))
  const sentences = [found.advice, ...reasons].join(' ')
  const text = `${found.handle}: ${found.verdict}. ${sentences}${await describeRisks(context.release, found.handle)}`
  const isConfirmed = found.wallet_matches === undefined || found.wallet_matches === 'quoted_by_host'
  if (amount_usd === undefined || !isConfirmed) return { kind: 'free', data: found, text }
  const { spendLimits } = await readSpendLimits(found.handle, context)
  return {
    kind: 'free',
    data: { ...found, spendLimits },
    text: `${text} ${describeLimit(amount_usd, spendLimits.perTransaction)}`,
  }
})

const readSpendLimits = (handle: string, context: RpcContext): Promise<Resource<'public_trust'>> =>
  readResource('public_trust', { agentId: handle }, context)

/** Returns the limit in words. Throws HttpError for an invalid amount. */
function describeLimit(text: string, max: number): string {
  const amount = Number(text)
  if (!(amount > 0 && amount < 1e9)) throw invalidParameter('amount_usd', 'a number of US dollars above 0')
  const verdict = amount > max ? `so ${amount} USD is more than it supports` : `which ${amount} USD is within`
  return `The evidence supports at most ${max.toFixed(2)} USD for one payment, ${verdict}.`
}
