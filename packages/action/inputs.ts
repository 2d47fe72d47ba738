/** Kinds of problem. */
export const PROBLEMS = ['tier', 'dead', 'departed', 'flagged', 'reject', 'unknown'] as const
export type Problem = (typeof PROBLEMS)[number]

const TIERS = ['indexed', 'evidence_ranked'] as const
type Tier = (typeof TIERS)[number]

/** Inputs of the workflow. */
export interface Inputs {
  url: string
  configFiles: string[]
  packageFiles: string[]
  packages: string[]
  /** Keys of agents, such as handles, URLs and wallets. */
  agents: string[]
  minTier: Tier
  failOn: readonly Problem[]
  isFailing: boolean
  isCommenting: boolean
  token: string
}

/** An input that cannot be used; the message says which, and what it may be. */
export class BadInput extends Error {
  override readonly name = 'BadInput'
}

type Env = Readonly<Record<string, string | undefined>>

/** The inputs as the runner passes them, in variables. */
export function readInputs(env: Env): Inputs {
  const text = (name: string): string => (env[`INPUT_${name.toUpperCase()}`] ?? '').trim()
  return {
    url: parseUrl(text('url')),
    configFiles: lines(text('config-files')),
    packageFiles: lines(text('package-files')),
    packages: lines(text('packages')),
    agents: parseAgents(lines(text('agents'))),
    minTier: parseChoice('min-tier', text('min-tier') || 'indexed', TIERS),
    failOn: text('fail-on')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => parseChoice('fail-on', part, PROBLEMS)),
    isFailing: parseChoice('fail', text('fail') || 'true', ['true', 'false'] as const) === 'true',
    isCommenting: parseChoice('comment', text('comment') || 'false', ['true', 'false'] as const) === 'true',
    token: text('token'),
  }
}

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const MAX_AGENTS = 50

function parseAgents(keys: string[]): string[] {
  if (keys.length <= MAX_AGENTS) return keys
  throw new BadInput(`agents has ${keys.length} lines: it may have at most ${MAX_AGENTS}`)
}

function parseUrl(url: string): string {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url.replace(/\/+$/, '')
  throw new BadInput(`url is "${url}": write where the index is served, e.g. https://assay.example`)
}

function parseChoice<T extends string>(name: string, value: string, values: readonly T[]): T {
  const found = values.find((item) => item === value)
  if (found === undefined) throw new BadInput(`${name} is "${value}": it may be ${values.join(', ')}`)
  return found
}
