import { cleaned } from '../../../../core/interface/errors.ts'
import { risksOf } from './risks.ts'
import { asGiven, withFields } from './skill.ts'

const FIELDS = ['metric', 'handle']

/** A signed statement about an agent or the Ghost Index, which is paid. */
export const attest = withFields(FIELDS, async (fields, { release }) => {
  const given = asGiven(fields, FIELDS)
  const { metric = '', handle } = given
  const subject = cleaned(metric).replaceAll('_', ' ')
  const what = `a signed statement about the ${subject}${handle === undefined ? '' : ` of ${cleaned(handle)}`}`
  const risks = await risksOf(release, handle ?? '')
  return { kind: 'paid', ask: { endpoint: 'attestation', given, what, risks } }
})
