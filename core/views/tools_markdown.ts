import { markdownCode } from '../domain/text.ts'
import type { ShownToolsChange, ToolListRow } from './agent_record.ts'
import { describeToolList, describeToolsChange } from './tool_words.ts'

/** Returns the lists of tools of an agent's MCP servers as lines; models read them, so hidden text is out. */
export const toolLines = (lists: readonly ToolListRow[]): string[] => lists.flatMap(listLines)

function listLines(row: ToolListRow): string[] {
  const { url, total, tools, findings, change } = row
  return [
    `Server ${markdownCode(url)}: ${describeToolList(row)}`,
    ...tools.map(
      ({ name, title, description }) =>
        `Tool ${markdownCode(name)}: ${[title, description].flatMap((text) => (text === null ? [] : [markdownCode(text)])).join(', ') || 'no description'}`,
    ),
    ...(tools.length > 0 && total > tools.length ? [`and ${total - tools.length} more tools`] : []),
    ...findings.map(({ level, tool, place, quote }) =>
      level === 'critical'
        ? `Hidden text that addresses models, in ${markdownCode(tool)} at ${markdownCode(place)}: quoted on the page`
        : `Note: a sentence of ${markdownCode(tool)} tells models what to do: ${markdownCode(quote)}`,
    ),
    ...(change === null ? [] : [`${describeToolsChange(change)}.`, ...changeLines(change)]),
  ]
}

function changeLines({ added, removed, changed }: ShownToolsChange): string[] {
  return [
    ...added.map((name) => `Added: ${markdownCode(name)}`),
    ...removed.map((name) => `Removed: ${markdownCode(name)}`),
    ...changed.map(
      ({ name, fields, is_hostile, description }) =>
        `Changed: ${markdownCode(name)} in ${fields.join(', ')}${is_hostile ? '' : wordsChanged(description)}`,
    ),
  ]
}

const wordsChanged = (segments: ShownToolsChange['changed'][number]['description']): string =>
  (segments ?? [])
    .flatMap(({ change, text }) => (change === 'kept' ? [] : [`; ${change} ${markdownCode(text.trim())}`]))
    .join('')
