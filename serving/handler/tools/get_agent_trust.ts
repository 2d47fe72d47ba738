import type { ArgumentsOf } from '../../../core/interface/tools.ts'
import { resourceOf } from '../resource.ts'
import { shortLimitations } from './short_limitations.ts'
import type { ToolRun } from './tool.ts'
import { NOTICE, thirdParty } from './untrusted.ts'

/** The trust score of an agent and what it is made of; why its verdict is what it is is told by verify_counterparty. */
export const getAgentTrust: ToolRun<ArgumentsOf<'get_agent_trust'>> = async ({ handle }, call) => {
  const { type, name, url, reasons, risk_flags, untrusted_fields, limitations, last_updated, ...info } =
    await resourceOf('agent_trust', { handle }, call)
  return {
    ...info,
    risk_flags: risk_flags.map(({ flag, severity }) => ({ flag, severity })),
    untrusted: thirdParty({ name }),
    ...shortLimitations(limitations),
    last_updated,
    more: 'verify_counterparty gives the reasons for the verdict and for each risk flag.',
    notice: NOTICE,
  }
}
