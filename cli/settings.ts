import { setTimeout } from 'node:timers/promises'
import { type Environment, readVariable } from '../core/settings/read.ts'
import { filterVariables } from '../core/settings/variables.ts'
import { chains } from '../pipeline/catalog/chains.ts'
import { realCatalog } from '../pipeline/catalog/load.ts'
import { listOwnAddresses } from '../pipeline/chain/own_addresses.ts'
import { createBaseReach, reachLive } from '../pipeline/http/guard/live.ts'
import { resolveLive } from '../pipeline/http/guard/names.ts'
import { stopWithoutNetwork } from '../pipeline/http/no_network.ts'
import { createSecondPath, secondPathLive } from '../pipeline/http/second_path.ts'
import { fetchViaBase, fetchViaOwn } from '../pipeline/http/upstream_base.ts'
import { resolveWithoutDns, type Upstreams } from '../pipeline/http/upstreams.ts'

/** Validated settings of the environment. */
export interface Settings {
  host: string
  port: number
  /** The address that published links start with, without a trailing slash. */
  baseUrl: string
  /** True if the site is served as files alone. */
  isStaticHost: boolean
  /** Server that replaces the internet, without a trailing slash, or null. */
  upstreamBase: string | null
  /** Speed of the clock of per-host limits, as a multiple of real time; null for no limits. */
  upstreamClock: number | null
  /** A fixed current time in milliseconds, or null. */
  clock: number | null
  /** The PostgreSQL whose queue spreads ingest over machines, or null. Its address may hold a password. */
  ingestQueue: string | null
  /** Number of days whose bodies of payments are kept, or null for all. */
  paymentBodyDays: number | null
  /** Environment that sources and the log may read. */
  env: Record<string, string | undefined>
}

const DEFAULT_HOST = '127.0.0.1'
const DEFAULT_PORT = 8787
const PASSED_ON = filterVariables(({ isPassedOn }) => isPassedOn === true).map(([name]) => name)
/** Hosts that serve files alone. */
const STATIC_HOSTS = /(?:^|\.)(?:github\.io|pages\.dev)$/
const LIVE_PER_SECOND = 10
const REPLAY_PER_SECOND = 10_000

/** Listening address, from command options. */
export interface Listening {
  host?: string | undefined
  port?: string | undefined
}

/**
 * Reads the settings from an environment; options override it. Throws BadUsage that names the first variable, or the
 * option, with a wrong value.
 */
export function readSettings(environment: Environment, options: Listening = {}): Settings {
  const host = readVariable('HOST', environment, { name: '--host', text: options.host }) ?? DEFAULT_HOST
  const port = readVariable('PORT', environment, { name: '--port', text: options.port }) ?? DEFAULT_PORT
  const baseUrl = readVariable('PUBLIC_BASE_URL', environment) ?? ownAddress(host, port)
  return {
    host,
    port,
    baseUrl,
    isStaticHost: readVariable('STATIC_HOST', environment) ?? STATIC_HOSTS.test(new URL(baseUrl).hostname),
    upstreamBase: readVariable('UPSTREAM_BASE', environment) ?? null,
    upstreamClock: readVariable('UPSTREAM_CLOCK', environment) ?? null,
    clock: readVariable('ASSAY_CLOCK', environment) ?? null,
    ingestQueue: readVariable('INGEST_QUEUE', environment) ?? null,
    paymentBodyDays: readVariable('PAYMENT_BODY_DAYS', environment) ?? null,
    env: Object.fromEntries(PASSED_ON.map((name) => [name, readVariable(name, environment)?.toString()])),
  }
}

/** The current time in milliseconds: the system's, or the fixed one. */
export const currentTime = (settings: Settings): number => settings.clock ?? Date.now()

/** Returns the upstreams of the settings for one logical date. A replay's clock is at the end of that date. */
export function universeFromEnv(settings: Settings, day: string): Upstreams {
  const { upstreamBase, upstreamClock, clock, env } = settings
  const endOfDay = Date.parse(`${day}T23:59:59.000Z`)
  return {
    ...(upstreamBase === null ? liveUpstreams(env) : replayUpstreams(upstreamBase, upstreamClock, env)),
    catalog: realCatalog,
    sleep: (ms, signal) => setTimeout(ms, undefined, { signal }),
    now: () => clock ?? (upstreamBase === null ? Date.now() : endOfDay),
  }
}

function liveUpstreams(env: Settings['env']) {
  const fetch = stopWithoutNetwork(fetchViaOwn(listOwnAddresses(chains, env), globalThis.fetch))
  return {
    world: 'live' as const,
    fetch,
    resolve: resolveLive,
    reach: reachLive,
    secondPath: secondPathLive,
    perSecond: LIVE_PER_SECOND,
    limitsClock: 1,
  }
}

/** The operator's own nodes and portal are stood in for too. */
function replayUpstreams(base: string, limitsClock: number | null, env: Settings['env']) {
  const fetch = fetchViaOwn(listOwnAddresses(chains, env), fetchViaBase(base))
  return {
    world: 'replay' as const,
    fetch,
    resolve: resolveWithoutDns,
    reach: createBaseReach(base),
    secondPath: createSecondPath(base, resolveWithoutDns),
    perSecond: REPLAY_PER_SECOND,
    limitsClock,
  }
}

/** Returns the local URL of a server; none for a wildcard host or a port that the system chooses. */
function ownAddress(host: string, port: number): string {
  const name = host === '0.0.0.0' ? DEFAULT_HOST : host === '::' ? '::1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port === 0 ? DEFAULT_PORT : port}`
}
