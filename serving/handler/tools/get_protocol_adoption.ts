import type { ArgumentsOf } from '../../../core/interface/tools.ts'
import { resourceOf } from '../resource.ts'
import { shortLimitations } from './short_limitations.ts'
import type { ToolRun } from './tool.ts'

/** Sources that were not read are named by limitations, so more of them are kept than elsewhere. */
const MOST_LIMITATIONS = 8

/** How many indexed agents were observed on each protocol or surface. */
export const getProtocolAdoption: ToolRun<ArgumentsOf<'get_protocol_adoption'>> = async (_, call) => {
  const { date, metrics, protocol_adoption, limitations, last_updated } = await resourceOf(
    'ecosystem_summary',
    {},
    call,
  )
  return {
    date,
    metrics: { indexed_agents: { today: metrics.indexed_agents.today } },
    protocol_adoption,
    ...shortLimitations(limitations, MOST_LIMITATIONS),
    last_updated,
  }
}
