import { type CommandName, filterVariables, type Variable } from './variables.ts'

const LINE = 120

/** Formats the environment variables of a command for its `--help`: a line for each variable, and its purpose. */
export function environmentLines(command: CommandName): string {
  const variables = commandVariables(command)
  const indent = 4 + Math.max(...variables.map(([name]) => name.length))
  return variables
    .map(([name, variable]) => {
      const lines = wrapText(formatPurpose(variable), LINE - indent)
      return `  ${name}`.padEnd(indent) + lines.join(`\n${' '.repeat(indent)}`)
    })
    .join('\n')
}

/** The names of what a command reads of the environment, for its `--help`, and where they are explained. */
export const environmentNames = (command: CommandName, explained: string): string =>
  wrapText(
    `Environment: ${commandVariables(command)
      .map(([name]) => name)
      .join(', ')}: ${explained}.`,
    LINE,
  ).join('\n')

/** Describes the purpose and default of a variable, as options are explained. */
function formatPurpose({ what, otherwise }: Variable): string {
  const text = `${what[0]?.toLowerCase()}${what.slice(1)}`.replace(/\.$/, '').replaceAll('`', '"')
  if (otherwise === undefined) return text
  return `${text} (${otherwise.startsWith('required') ? '' : 'default: '}${otherwise})`
}

const commandVariables = (command: CommandName) => filterVariables(({ readBy }) => readBy.includes(command))

/** Wraps a text at a maximum number of characters. */
function wrapText(text: string, max: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`
    if (lines.length > 0 && longer.length <= max) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
