import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { BadUsage } from '../core/domain/errors.ts'
import { chains } from '../pipeline/catalog/chains.ts'
import { realCatalog } from '../pipeline/catalog/load.ts'
import { reachLive } from '../pipeline/http/guard/live.ts'
import { resolveLive } from '../pipeline/http/guard/names.ts'
import { reachThrough } from '../pipeline/http/guard/transport.ts'
import { stopWithoutNetwork } from '../pipeline/http/no_network.ts'
import { resolveStandIn, type Universe } from '../pipeline/http/universe.ts'
import { viaBase, viaNode } from '../pipeline/http/upstream_base.ts'

/** What the environment says, checked. */
export interface Settings {
  host: string
  port: number
  /** The address that published links start with, without a trailing slash. */
  baseUrl: string
  /** The server that stands in for the internet, without a trailing slash, or null. */
  upstreamBase: string | null
  /** How many times faster than the wall's the clock of its hosts' limits runs; null where it has no limits. */
  upstreamClock: number | null
  /** A fixed current time in milliseconds, or null. */
  clock: number | null
  /** The PostgreSQL whose queue spreads ingest over machines, or null. Its address may hold a password. */
  ingestQueue: string | null
  /** What sources and the log may read. */
  env: Record<string, string | undefined>
}

type Environment = Record<string, string | undefined>

const DEFAULT_HOST = '127.0.0.1'
const DEFAULT_PORT = 8787
const LIVE_PER_SECOND = 10
const REPLAY_PER_SECOND = 10_000

/** The public node that a node of one's own stands in for. */
const PUBLIC_NODE = chains.find(({ nodeSetting }) => nodeSetting === 'BASE_RPC_URL')?.rpc[0] ?? ''

const PORT_PROBLEM = 'must be a whole number from 0 to 65535'
const URL_PROBLEM = 'must be an http or https address without user, query or fragment'

/** Each variable that is read, with the example that a refusal shows. */
const VARIABLES = {
  HOST: {
    schema: z.string().regex(/^[a-zA-Z0-9.:_-]+$/, 'must be a host name or an IP address, without a port'),
    example: DEFAULT_HOST,
  },
  PORT: {
    schema: z
      .string()
      .regex(/^\d{1,5}$/, PORT_PROBLEM)
      .transform(Number)
      .refine((port) => port <= 65_535, PORT_PROBLEM),
    example: String(DEFAULT_PORT),
  },
  PUBLIC_BASE_URL: { schema: baseAddress(), example: 'https://assay.example' },
  UPSTREAM_BASE: { schema: baseAddress(), example: 'http://127.0.0.1:9900' },
  UPSTREAM_CLOCK: {
    schema: z
      .string()
      .regex(/^\d{1,4}$/, 'must be a whole number from 1 to 9999')
      .transform(Number)
      .refine((times) => times >= 1, 'must be a whole number from 1 to 9999'),
    example: '20',
  },
  ASSAY_CLOCK: {
    schema: z.iso.datetime('must be a time in ISO 8601, UTC').transform((time) => Date.parse(time)),
    example: '2026-04-01T12:00:00Z',
  },
  GITHUB_TOKEN: { schema: word(), example: 'ghp_…' },
  BASE_RPC_URL: {
    schema: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
    example: 'https://base.node.example/key',
  },
  OPENROUTER_API_KEY: { schema: word(), example: 'sk-or-…' },
  COINGECKO_API_KEY: { schema: word(), example: 'CG-…' },
  SMITHERY_API_KEY: { schema: word(), example: 'sk_…' },
  LOG_KEY_FILE: { schema: z.string(), example: '/etc/assay/log.pem' },
  LOG_ORIGIN: { schema: word(), example: 'assay.example/log' },
  INGEST_QUEUE: {
    schema: z.url({ protocol: /^postgres(ql)?$/, error: 'must be the address of a PostgreSQL' }),
    example: 'postgres://assay@db.example/assay',
  },
}

/** The names of all variables that the command line reads. */
export const VARIABLE_NAMES = Object.keys(VARIABLES) as Name[]

/** Where to listen, as options of a command say it. */
export interface Listening {
  host?: string | undefined
  port?: string | undefined
}

/**
 * Reads the settings from an environment; options stand above it. Throws BadUsage that names the first variable, or
 * the option, with a wrong value.
 */
export function readSettings(environment: Environment, options: Listening = {}): Settings {
  const host = read('HOST', environment, options.host, '--host') ?? DEFAULT_HOST
  const port = read('PORT', environment, options.port, '--port') ?? DEFAULT_PORT
  return {
    host,
    port,
    baseUrl: read('PUBLIC_BASE_URL', environment) ?? ownAddress(host, port),
    upstreamBase: read('UPSTREAM_BASE', environment) ?? null,
    upstreamClock: read('UPSTREAM_CLOCK', environment) ?? null,
    clock: read('ASSAY_CLOCK', environment) ?? null,
    ingestQueue: read('INGEST_QUEUE', environment) ?? null,
    env: {
      GITHUB_TOKEN: read('GITHUB_TOKEN', environment),
      BASE_RPC_URL: read('BASE_RPC_URL', environment),
      OPENROUTER_API_KEY: read('OPENROUTER_API_KEY', environment),
      COINGECKO_API_KEY: read('COINGECKO_API_KEY', environment),
      SMITHERY_API_KEY: read('SMITHERY_API_KEY', environment),
      LOG_KEY_FILE: read('LOG_KEY_FILE', environment),
      LOG_ORIGIN: read('LOG_ORIGIN', environment),
    },
  }
}

/** The current time in milliseconds: the system's, or the fixed one. */
export const currentTime = (settings: Settings): number => settings.clock ?? Date.now()

/** The world that the settings name, for one logical date. A replay's clock stands at the end of that date. */
export function universeFromEnv(settings: Settings, day: string): Universe {
  const { upstreamBase, upstreamClock, clock, env } = settings
  const endOfDay = Date.parse(`${day}T23:59:59.000Z`)
  return {
    ...(upstreamBase === null ? liveOf(env.BASE_RPC_URL) : replayOf(upstreamBase, upstreamClock)),
    catalog: realCatalog,
    sleep: (ms, signal) => setTimeout(ms, undefined, { signal }),
    now: () => clock ?? (upstreamBase === null ? Date.now() : endOfDay),
  }
}

function liveOf(rpc: string | undefined) {
  const fetch = stopWithoutNetwork(rpc === undefined ? globalThis.fetch : viaNode(PUBLIC_NODE, rpc))
  return {
    world: 'live' as const,
    fetch,
    resolve: resolveLive,
    reach: reachLive,
    perSecond: LIVE_PER_SECOND,
    limitsClock: 1,
  }
}

function replayOf(base: string, limitsClock: number | null) {
  const fetch = viaBase(base)
  const reach = reachThrough(fetch)
  return {
    world: 'replay' as const,
    fetch,
    resolve: resolveStandIn,
    reach,
    perSecond: REPLAY_PER_SECOND,
    limitsClock,
  }
}

type Name = keyof typeof VARIABLES
type Value<N extends Name> = z.infer<(typeof VARIABLES)[N]['schema']>

/** The value of an option, or else of its variable; a variable that is empty counts as unset. */
function read<N extends Name>(
  name: N,
  environment: Environment,
  given?: string,
  option?: string,
): Value<N> | undefined {
  const text = given ?? environment[name]?.trim()
  if (text === undefined || text === '') return undefined
  const { schema, example } = VARIABLES[name]
  const result = schema.safeParse(text)
  if (result.success) return result.data as Value<N>
  const [called, between] = given === undefined ? [name, '='] : [option, ' ']
  throw new BadUsage(`${called} ${result.error.issues[0]?.message}, e.g. ${called}${between}${example}`)
}

/** What a header can hold. */
function word() {
  return z.string().regex(/^[\x21-\x7e]+$/, 'must be one word of printable ASCII')
}

function baseAddress() {
  return z
    .string()
    .refine((text) => {
      const url = URL.parse(text)
      const isPlain = url !== null && !url.username && !url.password && !/[?#]/.test(text)
      return isPlain && (url.protocol === 'http:' || url.protocol === 'https:')
    }, URL_PROBLEM)
    .transform((text) => text.replace(/\/+$/, ''))
}

/** Where a server on this machine is reached; a wildcard host or a port of the system's choice is no address. */
function ownAddress(host: string, port: number): string {
  const name = host === '0.0.0.0' ? DEFAULT_HOST : host === '::' ? '::1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port === 0 ? DEFAULT_PORT : port}`
}
