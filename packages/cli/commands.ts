import { parseArgs } from 'node:util'
import type { Assay, FindFilters, PaymentPlan } from '../client/client.ts'
import { AssayError } from '../client/errors.ts'
import { Misuse } from './misuse.ts'
import { showAgent } from './show/agent.ts'
import { showComparison } from './show/compare.ts'
import { selectWays, showConnect } from './show/connect.ts'
import { showFound } from './show/find.ts'
import { showResolution } from './show/resolution.ts'
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

/** Exit code of `resolve` where nobody has the key. */
const NOT_KNOWN = 1
/** Exit code of `connect` where there are no settings. */
const NO_SETTINGS = 1
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
    const found = await index.agent(await resolveHandle(index, parseKey(positionals)))
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
  const options = {
    ...SHARED,
    strict: { type: 'boolean', default: false },
    wallet: { type: 'string' },
    'amount-usd': { type: 'string' },
  } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  return order(values, async (index) => {
    const { wallet, 'amount-usd': amount_usd } = values
    const found = await index.verdict(
      parseKey(positionals),
      definedValues({ wallet, amount_usd }) as PaymentPlan,
    )
    const isRefused = values.strict && found.verdict !== 'proceed'
    return toResult(found, () => showVerdict(found), isRefused ? NOT_PROCEED : 0)
  })
}

function connect(args: string[]): Invocation {
  const options = { ...SHARED, client: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  return order(values, async (index) => {
    const { connect } = await index.agent(await resolveHandle(index, parseKey(positionals)))
    const ways = connect === null ? [] : selectWays(connect, values.client)
    const answer = connect && { ...connect, ways }
    return toResult(answer, () => showConnect(connect, ways), ways.length > 0 ? 0 : NO_SETTINGS)
  })
}

function compare(args: string[]): Invocation {
  const { values, positionals } = parseArgs({ args, options: SHARED, allowPositionals: true })
  return order(values, async (index) => {
    if (positionals.length < 2 || positionals.length > 5) throw new Misuse('name two to five agents')
    const found = await index.compare(positionals)
    return toResult(found, () => showComparison(found))
  })
}

function resolve(args: string[]): Invocation {
  const { values, positionals } = parseArgs({ args, options: SHARED, allowPositionals: true })
  return order(values, async (index) => {
    const found = await index.resolve(parseKey(positionals))
    return toResult(found, () => showResolution(found), found.count > 0 ? 0 : NOT_KNOWN)
  })
}

/** Commands that query an index; `verify` is elsewhere. */
export const COMMANDS: Readonly<Record<string, (args: string[]) => Invocation>> = {
  agent,
  find,
  verdict,
  resolve,
  compare,
  connect,
}

const order = (
  { url, json, help }: { url?: string | undefined; json: boolean; help: boolean },
  run: Invocation['run'],
): Invocation => ({ url, isJson: json, isHelp: help, run })

const definedValues = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

function parseKey(positionals: string[]): string {
  const [key, ...more] = positionals
  if (key !== undefined && key.trim() !== '' && more.length === 0) return key
  throw new Misuse(
    'name one agent by its handle, or by a URL, wallet, registry id, repository or package of it',
  )
}

/** Returns the handle of a key's agent: addresses of agents take nothing else. */
async function resolveHandle(index: Assay, key: string): Promise<string> {
  if (/^[\w-]{1,64}$/.test(key)) return key
  const { handle, sentence, agents } = await index.resolve(key)
  if (handle !== null) return handle
  throw AssayError.refused(404, { error: 'agent_not_found', message: sentence, suggestions: agents })
}
