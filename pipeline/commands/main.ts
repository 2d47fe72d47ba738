import { inspect } from 'node:util'
import { AssayError, BadUsage } from '../errors.ts'
import { clean } from '../text.ts'
import type { Command } from './command.ts'

const COMMANDS: Record<string, () => Promise<Command>> = {
  start: () => import('./start.ts'),
  daily: () => import('./daily.ts'),
  serve: () => import('./serve.ts'),
  'pro-key': () => import('./pro_key.ts'),
  'oracle-key': () => import('./oracle_key.ts'),
  payments: () => import('./payments.ts'),
  feedback: () => import('./feedback.ts'),
}

const HELP = `Usage: npm start | npm run daily -- [options] | npm run serve -- [options]

  npm start        build the sample universe if there is no release yet, then serve it
  npm run daily    one run for one logical date: fetch, model, check, render, publish
  npm run serve    serve the current release
  npm run pro-key  issue, list and revoke Pro keys
  npm run oracle-key make, list and retire the keys that sign attestations
  npm run payments the books of payments, and what became of those whose outcome is open
  npm run feedback read, export and resolve feedback

Options come after "--", e.g. npm run daily -- --help
`

const LONGEST_LINE = 600
const MOST_LINES = 60

/** Runs the command that the first argument names; gives the exit code: 0 done, 1 failed, 2 bad usage. */
export async function main([name, ...args]: string[]): Promise<number> {
  if (isHelp(name)) {
    process.stdout.write(HELP)
    return 0
  }
  const load = name === undefined || !Object.hasOwn(COMMANDS, name) ? undefined : COMMANDS[name]
  if (load === undefined) {
    return fail(new BadUsage(name === undefined ? 'no command given' : `unknown command "${name}"`), HELP)
  }
  const command = await load()
  if (args.some(isHelp)) {
    process.stdout.write(command.help)
    return 0
  }
  try {
    await command.run(args)
    return 0
  } catch (error) {
    return fail(error, command.help)
  }
}

function isHelp(word: string | undefined): boolean {
  return word === '--help' || word === '-h'
}

/** Prints why a command ended, and gives the exit code: 2 for bad usage, with the usage, and 1 for the rest. */
function fail(error: unknown, help: string): number {
  const lines = [`assay: ${describe(error)}`, ...causes(error).map((cause) => `  because: ${message(cause)}`)]
  const usage = isBadUsage(error)
  if (usage) lines.push(help.slice(0, help.indexOf('\n\n')))
  if (isDebugging()) lines.push(inspect(error))
  process.stderr.write(`${lines.join('\n')}\n`)
  return usage ? 2 : 1
}

/** An error's message; an error that nobody foresaw is a bug of ours, and says so. */
function describe(error: unknown): string {
  const isForeseen = error instanceof AssayError || codeOf(error) !== undefined
  return isForeseen ? message(error) : `${message(error)} (a bug in Assay: DEBUG=assay shows where)`
}

/** The errors behind an error, nearest first. */
function causes(error: unknown): unknown[] {
  const found: unknown[] = []
  let cause = error instanceof Error ? error.cause : undefined
  while (cause !== undefined && cause !== null && found.length < 5) {
    found.push(cause)
    cause = cause instanceof Error ? cause.cause : undefined
  }
  return found
}

/** Each line of the message is made safe and capped; some errors of Node have a code and no message. */
function message(error: unknown): string {
  const text = error instanceof Error ? error.message || String(codeOf(error) ?? error.name) : String(error)
  const lines = text.split('\n').map((line) => clean(line, LONGEST_LINE))
  const shown = lines.slice(0, MOST_LINES)
  if (lines.length > MOST_LINES) shown.push(`… and ${lines.length - MOST_LINES} more lines`)
  return shown.join('\n  ')
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

function isBadUsage(error: unknown): boolean {
  return error instanceof BadUsage || String(codeOf(error)).startsWith('ERR_PARSE_ARGS_')
}

function isDebugging(): boolean {
  return (process.env.DEBUG ?? '').split(/[\s,]+/).includes('assay')
}
