import { HANDLE } from '../../../core/interface/parameters.ts'
import type { ArgumentsOf } from '../../../core/interface/tools.ts'
import type { Resource } from '../../../core/resources/resources.ts'
import { agentNotFound } from '../agent_not_found.ts'
import { resourceOf } from '../resource.ts'
import { firstThatFits, MOST_BYTES } from './first_that_fits.ts'
import { shortLimitations } from './short_limitations.ts'
import type { ToolCall } from './tool.ts'
import { NOTICE, thirdParty } from './untrusted.ts'

type Flag = Resource<'trust_evaluation'>['risk_flags'][number]

/** Whether to deal with an agent: the verdict and its reasons first, and every risk flag, be it without its reason. */
export async function verifyCounterparty({ handle }: ArgumentsOf<'verify_counterparty'>, call: ToolCall) {
  // What is no handle may be near to one, such as a name: REST, which is asked by its query, says 400.
  if (handle !== '' && !HANDLE.test(handle)) throw await agentNotFound(call.release, handle)
  const { type, name, url, untrusted_fields, limitations, last_updated, ...info } = await resourceOf(
    'trust_evaluation',
    { handle },
    call,
  )
  const answer = (flagOf: (flag: Flag) => object) => ({
    ...info,
    risk_flags: info.risk_flags.map(flagOf),
    untrusted: thirdParty({ name }),
    ...shortLimitations(limitations),
    last_updated,
    notice: NOTICE,
  })
  return firstThatFits(
    MOST_BYTES,
    answer((flag) => flag),
    () => answer(({ flag, severity }) => ({ flag, severity })),
  )
}
