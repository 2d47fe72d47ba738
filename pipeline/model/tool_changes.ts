import { compareTools, type ToolsChange } from '../tools/compare_tools.ts'
import { findHostileText, listHostileTools } from '../tools/hostile_text.ts'
import { type McpTool, readTools } from '../tools/read_tools.ts'
import type { Database } from './database.ts'
import type { Model } from './order.ts'
import { createTable } from './tables.ts'

const COLUMNS = {
  url: 'VARCHAR',
  changed_on: 'DATE',
  added: 'JSON',
  removed: 'JSON',
  changed: 'JSON',
}

interface Row extends Omit<ToolsChange, 'changed'> {
  url: string
  changed_on: string
  changed: (ToolsChange['changed'][number] & { is_hostile: boolean })[]
}

const read = (list: unknown) => readTools(JSON.parse(String(list))).tools

/** Compares two lists; a tool with instructions that people do not see, in either of them, is hostile. */
function compareLists(
  before: readonly McpTool[],
  after: readonly McpTool[],
): Omit<Row, 'url' | 'changed_on'> {
  const { changed, ...names } = compareTools(before, after)
  const reworded = new Set(changed.map(({ name }) => name))
  const findings = findHostileText([...before, ...after].filter(({ name }) => reworded.has(name)))
  const hostile = new Set(listHostileTools(findings))
  return { ...names, changed: changed.map((tool) => ({ ...tool, is_hostile: hostile.has(tool.name) })) }
}

/**
 * The newest change of the list of tools of each address, for tool_change_days(): one row per address, with the
 * names of added and removed tools and, of changed ones, the fields and the difference of the description in words.
 */
export const toolChanges: Model = {
  name: 'raw_tool_changes',
  reads: ['observed_endpoint_probes', 'stg_endpoint_probes__tool_lists', 'run'],
  async build(db: Database) {
    const rows: Row[] = []
    await db.eachChunk(
      `select changes.url, changes.changed_on::varchar, earlier.tools::varchar, later.tools::varchar
       from stg_endpoint_probes__tool_lists as changes
       cross join run
       join observed_endpoint_probes as earlier
         on earlier.url = changes.url and earlier.observed_on = changes.earlier_list_on
       join observed_endpoint_probes as later on later.url = changes.url and later.observed_on = changes.changed_on
       where changes.nth_newest = 1 and changes.changed_on > run.day - tool_change_days()`,
      (chunk) => {
        for (const [url, changed_on, before, after] of chunk.getRows())
          rows.push({
            url: String(url),
            changed_on: String(changed_on),
            ...compareLists(read(before), read(after)),
          })
      },
    )
    rows.sort((left, right) => (left.url < right.url ? -1 : 1))
    await createTable(db, 'raw_tool_changes', COLUMNS, rows)
  },
}
