import { invalidParameter } from '../../../../core/interface/errors.ts'
import { HANDLE } from '../../../../core/interface/parameters.ts'
import { agentNotFound } from '../../../handler/agent_not_found.ts'
import { verifyCounterparty } from '../../../handler/tools/verify_counterparty.ts'
import { risksOf } from './risks.ts'
import { asGiven, withFields } from './skill.ts'

/** The verdict on an agent; `depth: "full"` asks for the evaluation with every signal, which is paid. */
export const trustEval = withFields(['handle', 'depth'], async (fields, context) => {
  const { depth = 'standard' } = fields
  if (depth !== 'standard' && depth !== 'full') throw invalidParameter('depth', 'either standard or full')
  const given = asGiven(fields, ['handle'])
  const { handle = '' } = given
  // A name in words may be near to a handle.
  if ('handle' in given && !HANDLE.test(handle)) throw await agentNotFound(context.release, handle)
  const risks = await risksOf(context.release, handle)
  if (depth === 'full') {
    const what = `the full evaluation of ${handle === '' ? 'an agent' : handle}`
    return { kind: 'paid', ask: { endpoint: 'trust_evaluation_full', given, what, risks } }
  }
  const found = await verifyCounterparty({ handle }, context)
  const reasons = found.reasons.map(({ sentence }) => sentence).join(' ')
  return { kind: 'free', data: found, text: `${found.handle}: ${found.verdict}. ${reasons}${risks}` }
})
