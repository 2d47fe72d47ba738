import type { ToolListRow } from '../views/agent_record.ts'
import { describeToolList, describeToolsChange } from '../views/tool_words.ts'
import type { ToolListView } from './agent_page_view.ts'

/** Returns the view of a list of tools; hidden text is quoted here, for people. */
export function toolListView(row: ToolListRow): ToolListView {
  const { url, total, tools, findings, change, is_withheld } = row
  return {
    url,
    about: describeToolList(row),
    tools,
    more: is_withheld ? 0 : Math.max(0, total - tools.length),
    hidden: findings.filter(({ level }) => level === 'critical'),
    notes: findings.filter(({ level }) => level === 'note'),
    change: change && changeView(change),
  }
}

function changeView(change: NonNullable<ToolListRow['change']>): ToolListView['change'] {
  const { added, removed, changed } = change
  return {
    about: describeToolsChange(change),
    added,
    removed,
    changed: changed.map(({ name, fields, description }) => ({
      name,
      fields: fields.join(', '),
      words: (description ?? []).map(({ change, text }) => ({
        ...{ kept: null, added: null, removed: null },
        [change]: text,
      })),
    })),
  }
}
