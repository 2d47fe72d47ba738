import * as z from 'zod/mini'
import { daysBefore } from '../domain/dates.ts'
import * as p from '../interface/parameters.ts'
import { integer } from '../interface/value_schemas.ts'
import type { AgentRecord } from '../views/agent_record.ts'
import { changeRowView } from '../views/change_view.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import type { AgentChanges } from './agent_changes.schema.ts'
import { variant } from './resource.ts'
import { handleArgument } from './short/arguments.ts'
import { firstFittingForm, MAX_BYTES } from './short/fitting_form.ts'
import { DATED, LIMITED, MORE, NAMED, RESOLVED } from './short/outputs.ts'
import { shortLimitations } from './short/short_limitations.ts'
import type { ToolEntry } from './short/tool.ts'
import { NOTICE, thirdParty } from './short/untrusted.ts'

/** The changes of an agent. */
export const AGENT_CHANGES = variant({
  id: 'agent_changes',
  path: '/api/agent/{handle}/changes',
  title: 'Changes of an agent',
  group: 'agents',
  file: 'api/agent/{handle}/changes',
  parameters: [p.pathHandle, p.changesSince, p.changesLimit],
  answer: 'AgentChanges',
  errors: [400, 404],
  fromAgent: (agent, info, parameters) =>
    agentChangesView(
      agent,
      info,
      parameters && { since: parameters.get(p.changesSince) ?? null, limit: parameters.get(p.changesLimit) },
    ),
})

/** The changes of an agent, in short. */
export const getAgentChangesTool = () =>
  ({
    endpoint: 'agent_changes',
    title: 'Changes of one agent',
    description:
      'What changed about one agent, newest first, with the reasons. Use it to learn why its score or rank moved, and to follow an agent you depend on.',
    arguments: z.looseObject({
      handle: handleArgument(),
      since: p.changesSince.schema,
      limit: integer({ min: 1, max: 100, fallback: 20 }, 'Number of changes'),
    }),
    output: {
      ...{ handle: 'string', since: 'string?', kept_from: 'string', count: 'integer', total: 'integer' },
      ...{ changes: 'object[]', ...LIMITED, ...DATED, ...NAMED, ...MORE },
      ...RESOLVED,
    },
    inShort: agentChangesInShort,
  }) as const satisfies ToolEntry

/** Maximum age in days and maximum number of the changes in an agent record. */
const MAX_AGE_DAYS = 90
const MAX_CHANGES = 100

/** Filter of the changes of an agent: those since a day (null: all that are stored), at most `limit`. */
interface ChangeFilter {
  since: string | null
  limit: number
}

/** `/api/agent/{handle}/changes`: what changed about an agent, the newest first. */
export function agentChangesView(
  agent: AgentRecord,
  info: ReleaseInfo,
  { since, limit }: ChangeFilter = { since: null, limit: 50 },
): AgentChanges {
  const { handle, name } = agent
  const changes = agent.changes.filter((row) => since === null || row.day >= since)
  const limitedRows = changes.slice(0, limit).map((row) => ({ kind: row.kind, ...changeRowView(row) }))
  return {
    type: 'agent_changes',
    handle,
    name,
    url: `${info.base_url}/agents/${handle}`,
    since,
    kept_from: daysBefore(info.day, MAX_AGE_DAYS - 1),
    count: limitedRows.length,
    total: changes.length,
    changes: limitedRows,
    untrusted_fields: ['name'],
    limitations: [
      ...info.limitations,
      ...(agent.changes.length < MAX_CHANGES
        ? []
        : [`Only the newest ${MAX_CHANGES} changes of the last ${MAX_AGE_DAYS} days are kept.`]),
    ],
    last_updated: info.last_updated,
  }
}

/** Longer answers have the requested length. */
const USUAL_ROWS = 20

type Row = AgentChanges['changes'][number]

function agentChangesInShort(all: AgentChanges, { limit }: { limit: number }) {
  const { type, name, url, untrusted_fields, changes, limitations, last_updated, ...info } = all
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
  return isLong
    ? answer(toReasonedMove)
    : firstFittingForm(MAX_BYTES, answer(toReasonedMove), () => answer(toMove))
}

const toMove = ({ day, kind, category, rank_before, rank_after, rank_delta }: Row) => ({
  ...{ day, kind, category, rank_before, rank_after, rank_delta },
})

const toReasonedMove = (row: Row) =>
  row.reason === null ? toMove(row) : { ...toMove(row), reason: row.reason }
