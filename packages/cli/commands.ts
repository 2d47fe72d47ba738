import { parseArgs } from 'node:util'
import type { Assay, FindFilters } from '../client/client.ts'
import { Misuse } from './misuse.ts'
import { showAgent } from './show/agent.ts'
import { showComparison } from './show/compare.ts'
import { showFound } from './show/find.ts'
import { showVerdict } from './show/verdict.ts'

/** Options of every command. */
const SHARED = {
  url: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Result of a command: the answer, the same for people, and the exit code. */
interface CommandResult {
  answer: unknown
  lines(): string[]
  code: number
}

/** A parsed command: the common options, and its request. */
export interface Invocation {
  url: string | undefined
  isJson: boolean
  isHelp: boolean
  run(index: Assay): Promise<CommandResult>
}

/** Exit code of `verdict --strict` where the verdict is not `proceed`. */
const NOT_PROCEED = 4

const toResult = (answer: unknown, lines: () => string[], code = 0): CommandResult => ({
  answer,
  lines,
  code,
})

function agent(args: string[]): Invocation {
  const { values, positionals } = parseArgs({ args, options: SHARED, allowPositionals: true })
  return order(values, async (index) => {
    const found = await index.agent(parseHandle(positionals))
    return toResult(found, () => showAgent(found))
  })
}

function find(args: string[]): Invocation {
  const options = {
    ...SHARED,
    category: { type: 'string' },
    rails: { type: 'string' },
    alive: { type: 'boolean' },
    'min-tier': { type: 'string' },
  } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  return order(values, async (index) => {
    if (positionals.length === 0) throw new Misuse('say what the agent should be able to do')
    const { category, rails, alive, 'min-tier': min_tier } = values
    // What is no value of theirs is refused by the index, which says which ones there are.
    const filters = definedValues({ category, rails: rails?.split(','), alive, min_tier }) as FindFilters
    const found = await index.find(positionals.join(' '), filters)
    return toResult(found, () => showFound(found))
  })
}

function verdict(args: string[]): Invocation {
  const options = { ...SHARED, strict: { type: 'boolean', default: false } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  return order(values, async (index) => {
    const found = await index.verdict(parseHandle(positionals))
    const isRefused = values.strict && found.verdict !== 'proceed'
    return toResult(found, () => showVerdict(found), isRefused ? NOT_PROCEED : 0)
  })
}

function compare(args: string[]): Invocation {
  const { values, positionals } = parseArgs({ args, options: SHARED, allowPositionals: true })
  return order(values, async (index) => {
    if (positionals.length < 2 || positionals.length > 5) throw new Misuse('name two to five agents')
    const found = await index.compare(positionals.map(checkedHandle))
    return toResult(found, () => showComparison(found))
  })
}

/** Commands that query an index; `verify` is elsewhere. */
export const COMMANDS: Readonly<Record<string, (args: string[]) => Invocation>> = {
  agent,
  find,
  verdict,
  compare,
}

const order = (
  { url, json, help }: { url?: string | undefined; json: boolean; help: boolean },
  run: Invocation['run'],
): Invocation => ({ url, isJson: json, isHelp: help, run })

const definedValues = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

function parseHandle(positionals: string[]): string {
  const [handle, ...more] = positionals
  if (handle === undefined || more.length > 0) throw new Misuse('name one agent by its handle')
  return checkedHandle(handle)
}

function checkedHandle(handle: string): string {
  if (/^[\w-]{1,64}$/.test(handle)) return handle
  throw new Misuse(
    `"${handle}" is no handle: it has 1 to 64 letters, digits, underscores and hyphens. "assay find" finds agents by words`,
  )
}
