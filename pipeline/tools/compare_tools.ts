import { daysBetween } from '../../core/domain/dates.ts'
import { COMPARED_FIELDS, type ComparedField, canonicalHash, writeField, writeTool } from './canonical.ts'
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

/** Days of a window of `changesOften`, and how many of them with a change are often. */
const WINDOW_DAYS = 7
const OFTEN_DAYS = 3

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

export interface ToolLists {
  before: readonly McpTool[]
  after: readonly McpTool[]
  /** The version in the registry, else the server's own; null where none is known. */
  versionBefore: string | null
  versionAfter: string | null
}

/** True if the list of tools changed while the version did not. */
export const isSilentChange = ({ before, after, versionBefore, versionAfter }: ToolLists): boolean =>
  versionBefore === versionAfter && canonicalHash(before) !== canonicalHash(after)

/** True if the list changed on three of the seven days that end with this date. Dates are YYYY-MM-DD. */
export const changesOften = (changedOn: Iterable<string>, date: string): boolean =>
  [...new Set(changedOn)].filter((day) => {
    const age = daysBetween(day, date)
    return age >= 0 && age < WINDOW_DAYS
  }).length >= OFTEN_DAYS
