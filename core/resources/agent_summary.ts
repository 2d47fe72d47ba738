import * as z from 'zod/mini'
import { connectView } from '../connect/connect_view.ts'
import type { AgentRecord } from '../views/agent_record.ts'
import { agentUrl, categoryView, identityView, lifeView } from '../views/parts.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import { toolsView } from '../views/tools_view.ts'
import { graveFlagsView } from '../views/trust_parts.ts'
import type { AgentSummary } from './agent_summary.schema.ts'
import { agentFile } from './resource.ts'
import { detailArgument, handleArgument } from './short/arguments.ts'
import { DATED, LIMITED, MORE, NAMED, RESOLVED, TRUST } from './short/outputs.ts'
import type { ToolEntry } from './short/tool.ts'

/** One agent. */
export const AGENT_SUMMARY = agentFile({
  id: 'agent_summary',
  mapName: 'agent',
  path: '/api/agent/{handle}/llm-summary',
  title: 'One agent with its scores and all signals',
  group: 'agents',
  answer: 'AgentSummary',
  fromAgent: agentSummaryView,
})

/** One agent, in short. */
export const getAgentDetailsTool = () =>
  ({
    endpoint: 'agent_summary',
    title: 'Details of one agent',
    description:
      'One agent by handle, wallet, URL or package: scores, liveness, identity; detail=full: signals. Use it to see who is behind a wallet or URL; before paying use verify_counterparty. `more`: signed proof.',
    arguments: z.looseObject({ handle: handleArgument(), detail: detailArgument() }),
    output: {
      ...{ handle: 'string', url: 'string', tier: 'string', primary_category: 'string' },
      ...{ secondary_categories: 'string[]', archetype: 'string', ecosystem_layer: 'string' },
      ...{ verified: 'boolean', risk_flags: 'object[]', erc8004_registered: 'boolean?' },
      ...{ socially_visible: 'boolean', identity: 'object', liveness: 'object?', departed: 'object?' },
      connect: 'object?',
      ...{ ...TRUST, scores_by_category: 'object', ...LIMITED, ...DATED, ...NAMED, ...MORE },
      ...RESOLVED,
    },
  }) as const satisfies ToolEntry

/** The agent summary of the interface. */
export function agentSummaryView(agent: AgentRecord, info: ReleaseInfo): AgentSummary {
  const { handle, tier, archetype, ecosystem_layer } = agent
  return {
    type: 'agent_summary',
    handle,
    name: agent.name,
    url: agentUrl(info.base_url, handle),
    primary_category: agent.primary_category,
    secondary_categories: agent.secondary_categories,
    tier,
    archetype,
    ecosystem_layer,
    verified: agent.is_verified,
    risk_flags: graveFlagsView(agent),
    erc8004_registered: agent.is_erc8004_registered,
    socially_visible: agent.is_socially_visible,
    identity: identityView(agent),
    tools: toolsView(agent),
    license: agent.license,
    package_checks: agent.package_checks && {
      ...agent.package_checks,
      untrusted_fields: ['packages', 'known'].flatMap((list) => [`${list}.package`, `${list}.version`]),
    },
    incidents: agent.incidents && { ...agent.incidents, untrusted_fields: ['newest.url'] },
    connect: connectView(agent),
    liveness: lifeView(agent),
    departed:
      agent.departed_on === null
        ? null
        : { on: agent.departed_on, reason: agent.departed_reason ?? 'unknown' },
    scores_by_category: Object.fromEntries(
      agent.standings.map((row) => [row.category, categoryView(row, handle, info)]),
    ),
    limitations: limitations(agent, info),
    last_updated: agent.last_updated,
    source_urls: agent.source_urls,
  }
}

function limitations(agent: AgentRecord, info: ReleaseInfo): string[] {
  const of = info.categories.filter((category) =>
    agent.standings.some((row) => row.category === category.category),
  )
  return [
    ...info.limitations,
    ...(agent.departed_on === null
      ? []
      : [`Departed on ${agent.departed_on}: ${agent.departed_reason ?? 'unknown'}. It is no longer ranked.`]),
    ...new Set(of.flatMap((item) => item.limitations)),
  ]
}
