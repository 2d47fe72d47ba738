import type { ShownToolsChange, ToolListRow } from './agent_record.ts'

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

/** Returns what is known of a list of tools, in our own words. */
export function describeToolList({ total, since, same_as, is_withheld }: ToolListRow): string {
  return [
    `${count(total, 'tool')}, the list since ${since}`,
    ...(same_as === 0 ? [] : [`same tools as ${count(same_as, 'other')}`]),
    ...(is_withheld ? ['names and descriptions were taken out on request'] : []),
  ].join('; ')
}

/** Returns what the newest change of a list was, in our own words and numbers. */
export function describeToolsChange(change: ShownToolsChange): string {
  const { day, is_silent, changes_often, added_total, removed_total, changed_total } = change
  const version = is_silent ? 'without a new version' : 'with a new version'
  const numbers = `${added_total} added, ${removed_total} removed, ${changed_total} changed`
  return `Changed on ${day} ${version}: ${numbers}${changes_often ? '; it changes often' : ''}`
}
