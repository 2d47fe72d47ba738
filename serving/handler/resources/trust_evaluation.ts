import { HttpError } from '../../../core/interface/errors.ts'
import { amountUsd, payeeWallet, requiredHandle } from '../../../core/interface/parameters.ts'
import type { ResourceEntry } from '../../../core/resources/resource.ts'
import type { TrustEvaluation, TrustEvaluationFull } from '../../../core/resources/trust_evaluation.schema.ts'
import { TRUST_EVALUATION, TRUST_EVALUATION_FULL } from '../../../core/resources/trust_evaluation.ts'
import { answerPayer, type PayerQuestion } from '../../../core/views/payer_answer.ts'
import type { Call, PaidVariant, Variant } from '../call.ts'
import { addFields, type JsonAnswer } from '../json_answer.ts'
import { findKey } from '../keys/resolve_key.ts'
import { matchWallet, narrowByWallet } from '../keys/wallet_match.ts'
import { type ResolvedAgent, readFound } from '../known_agents.ts'
import { viewResolved } from '../views.ts'

/** The verdict on the agent of a key; with `wallet` and `amount_usd`, on paying it. */
async function evaluate<T extends TrustEvaluation | TrustEvaluationFull>(
  resource: ResourceEntry,
  call: Call,
): Promise<JsonAnswer<T>> {
  const resolved = await resolvePayee(call)
  const answer = viewResolved(resource, call, resolved) as JsonAnswer<T>
  const question = await readQuestion(call, resolved)
  if (question.match === null && question.amount === null) return answer
  const { per_transaction } = resolved.agent.trust
  return addFields(call.release, answer, (evaluation) => answerPayer(evaluation, question, per_transaction))
}

/** Returns the agent of the key. Throws HttpError 404 without one, which still says whose the wallet is. */
async function resolvePayee({ release, values }: Call): Promise<ResolvedAgent> {
  const wallet = values.get(payeeWallet)
  const found = await findKey(release, values.get(requiredHandle))
  if (wallet === undefined) return readFound(release, found)
  try {
    return await readFound(release, await narrowByWallet(release, found, wallet))
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const { status, code, message, more } = error
    const body = { ...more.body, wallet_matches: await matchWallet(release, wallet, found) }
    throw new HttpError(status, code, message, { ...more, body })
  }
}

async function readQuestion(
  { release, values }: Call,
  { agent, found }: ResolvedAgent,
): Promise<PayerQuestion> {
  const [wallet, amount] = [values.get(payeeWallet), values.get(amountUsd)]
  return {
    match: wallet === undefined ? null : await matchWallet(release, wallet, found, agent.handle),
    amount: amount === undefined ? null : Number(amount),
  }
}

export const trustEvaluationVariant: Variant<TrustEvaluation> = (call) => evaluate(TRUST_EVALUATION, call)

export const trustEvaluationFullBody: PaidVariant = async (call) =>
  (await evaluate<TrustEvaluationFull>(TRUST_EVALUATION_FULL, call)).content()
