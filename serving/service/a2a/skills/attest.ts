import { cleaned } from '../../../../core/interface/errors.ts'
import { risksOf } from './risks.ts'
import { asGiven, type SkillRun } from './skill.ts'

/** A signed statement about an agent or the Ghost Index, which is paid. */
export const attest: SkillRun = async (fields, { release }) => {
  const given = asGiven(fields, ['metric', 'handle'])
  const { metric = '', handle } = given
  const subject = cleaned(metric).replaceAll('_', ' ')
  const what = `a signed statement about the ${subject}${handle === undefined ? '' : ` of ${cleaned(handle)}`}`
  const risks = await risksOf(release, handle ?? '')
  return { kind: 'paid', ask: { endpoint: 'attestation', given, what, risks } }
}
