import type { AgentSummary } from '../resources/agent_summary.schema.ts'
import type { AgentRecord, ToolListRow } from './agent_record.ts'

type ToolsView = NonNullable<AgentSummary['tools']>

/**
 * Returns the tools of an agent's MCP servers, with third-party text named as such; null where none were read. Models
 * read it, so hidden text is out.
 */
export const toolsView = ({ tools }: AgentRecord): ToolsView | null =>
  tools.servers === 0
    ? null
    : {
        servers: tools.servers,
        lists: tools.lists.map(listView),
        untrusted_fields: [
          ...['lists.url', 'lists.tools'],
          ...['tool', 'place', 'quote'].map((field) => `lists.findings.${field}`),
          ...['added', 'removed', 'changed.name', 'changed.description.text'].map(
            (field) => `lists.change.${field}`,
          ),
        ],
      }

function listView(row: ToolListRow): ToolsView['lists'][number] {
  const { url, since, total, same_as, is_withheld, tools, findings, change } = row
  return {
    ...{ url, since, total, same_as_agents: same_as, taken_out: is_withheld, tools },
    findings: findings.map((finding) => ({
      ...finding,
      quote: finding.level === 'critical' ? null : finding.quote,
    })),
    change: change && changeView(change),
  }
}

const changeView = ({ day, is_silent, changed, ...rest }: NonNullable<ToolListRow['change']>) => ({
  day,
  version_changed: !is_silent,
  ...rest,
  changed: changed.map(({ is_hostile, description, ...tool }) => ({
    ...tool,
    description: is_hostile ? null : description,
  })),
})
