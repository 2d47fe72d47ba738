import type { ArgumentsOf } from '../../../core/interface/tools.ts'
import type { Resource } from '../../../core/resources/resources.ts'
import { resourceOf } from '../resource.ts'
import { firstThatFits, MOST_BYTES } from './first_that_fits.ts'
import { shortLimitations } from './short_limitations.ts'
import type { ToolRun } from './tool.ts'
import { NOTICE, thirdParty } from './untrusted.ts'

/** Longer answers are as long as they were asked to be. */
const USUAL_ROWS = 20

type Row = Resource<'agent_changes'>['changes'][number]

/** What changed about an agent, the newest first. */
export const getAgentChanges: ToolRun<ArgumentsOf<'get_agent_changes'>> = async (args, call) => {
  const { handle, since, limit } = args
  const asked = { handle, limit: String(limit), ...(since === undefined ? {} : { since }) }
  const { type, name, url, untrusted_fields, changes, limitations, last_updated, ...info } = await resourceOf(
    'agent_changes',
    asked,
    call,
  )
  const answer = (inShort: (row: Row) => object) => ({
    ...info,
    changes: changes.map(inShort),
    untrusted: thirdParty({ name }),
    ...shortLimitations(limitations),
    last_updated,
    more: `Scores, tiers and reasons: GET /api/agent/${info.handle}/changes`,
    notice: NOTICE,
  })
  const isLong = limit > USUAL_ROWS
  return isLong ? answer(reasoned) : firstThatFits(MOST_BYTES, answer(reasoned), () => answer(moved))
}

const moved = ({ day, kind, category, rank_before, rank_after, rank_delta }: Row) => ({
  ...{ day, kind, category, rank_before, rank_after, rank_delta },
})

const reasoned = (row: Row) => (row.reason === null ? moved(row) : { ...moved(row), reason: row.reason })
