import { cleaned } from '../../../handler/errors.ts'
import { asGiven, type SkillRun } from './skill.ts'

/** A signed statement about an agent or the Ghost Index, which is paid. */
export const attest: SkillRun = async (fields) => {
  const given = asGiven(fields, ['metric', 'handle'])
  const { metric = '', handle } = given
  const subject = cleaned(metric).replaceAll('_', ' ')
  const what = `a signed statement about the ${subject}${handle === undefined ? '' : ` of ${cleaned(handle)}`}`
  return { kind: 'paid', ask: { endpoint: 'attestation', given, what } }
}
