import { COMPARED_FIELDS, type ComparedField, writeField, writeTool } from './canonical.ts'
import type { McpTool } from './read_tools.ts'
import { diffWordsBounded, type WordSegment } from './word_diff.ts'

/** A tool that both lists have, with what differs. */
interface ChangedTool {
  /** Cleaned. */
  name: string
  fields: ComparedField[]
  /** Word-level difference of the descriptions, or null where they are the same. */
  description: WordSegment[] | null
}

/** Cleaned names, sorted by the names as declared. */
export interface ToolsChange {
  added: string[]
  removed: string[]
  changed: ChangedTool[]
}

/** Groups tools by the name as declared: a server may list the same name twice. */
function groupByName(tools: readonly McpTool[]): Map<string, McpTool[]> {
  const groups = new Map<string, McpTool[]>()
  for (const tool of tools) groups.set(tool.declared.name, [...(groups.get(tool.declared.name) ?? []), tool])
  return new Map([...groups].sort(([left], [right]) => (left < right ? -1 : 1)))
}

const describe = (tools: readonly McpTool[]): string =>
  tools
    .map(({ declared }) => (typeof declared.description === 'string' ? declared.description : ''))
    .join('\n')

const joinSorted = (texts: readonly string[]): string => [...texts].sort().join('\n')

const findChangedFields = (before: readonly McpTool[], after: readonly McpTool[]): ComparedField[] =>
  COMPARED_FIELDS.filter(
    (field) =>
      joinSorted(before.map((tool) => writeField(tool, field))) !==
      joinSorted(after.map((tool) => writeField(tool, field))),
  )

function compareGroup(before: readonly McpTool[], after: readonly McpTool[]): ChangedTool[] {
  if (joinSorted(before.map(writeTool)) === joinSorted(after.map(writeTool))) return []
  const fields = findChangedFields(before, after)
  const isReworded = fields.includes('description')
  const description = isReworded ? diffWordsBounded(describe(before), describe(after)) : null
  return [{ name: after[0]?.name ?? '', fields, description }]
}

const pickNames = (groups: Map<string, McpTool[]>, without: Map<string, McpTool[]>): string[] =>
  [...groups].flatMap(([name, tools]) => (without.has(name) ? [] : [tools[0]?.name ?? '']))

/** Returns what changed between two lists of tools; a change of order, white space or dates is none. */
export function compareTools(before: readonly McpTool[], after: readonly McpTool[]): ToolsChange {
  const [old, current] = [groupByName(before), groupByName(after)]
  return {
    added: pickNames(current, old),
    removed: pickNames(old, current),
    changed: [...current].flatMap(([name, tools]) => compareGroup(old.get(name) ?? tools, tools)),
  }
}
