import { OperationalError } from '../../../core/domain/errors.ts'
import { currentRelease } from '../../../core/release/release.ts'
import { pathThrough } from '../../../pipeline/http/second_path.ts'
import type { Upstreams } from '../../../pipeline/http/upstreams.ts'
import { createSampleUpstreams } from '../../../sample/sample.ts'
import {
  attempt,
  firstLine,
  requireRecovered,
  requireServed,
  type Trial,
  type TrialSetup,
  Wrong,
} from './stand.ts'

type Change = (body: unknown) => unknown

const IDS = new Set([
  'id',
  'name',
  'full_name',
  'slug',
  'nameWithOwner',
  'symbol',
  'model',
  'hugging_face_id',
])
const SUMMARY = /^public\/api\/agent\/([^/]+)\/llm-summary$/

/** Does something to every list of objects in a body. */
const ofLists = (change: (rows: unknown[]) => unknown[]): Change =>
  function inside(body: unknown): unknown {
    if (Array.isArray(body)) {
      const rows = body.map(inside)
      return rows.some((row) => typeof row === 'object' && row !== null) ? change(rows) : rows
    }
    if (typeof body !== 'object' || body === null) return body
    return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, inside(value)]))
  }

const swapCase = (text: string): string =>
  [...text].map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join('')

function swapIds(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(swapIds)
  if (typeof body !== 'object' || body === null) return body
  const swapped = ([key, value]: [string, unknown]): [string, unknown] => [
    key,
    IDS.has(key) && typeof value === 'string' ? swapCase(value) : swapIds(value),
  ]
  return Object.fromEntries(Object.entries(body).map(swapped))
}

const CHANGES: Record<string, Change> = {
  'doubles its rows': ofLists((rows) => [...rows, ...rows]),
  'halves its lists': ofLists((rows) => rows.slice(0, Math.ceil(rows.length / 2))),
  'swaps the case of ids': swapIds,
  'nests a value 20,000 deep': (body) =>
    JSON.parse(`{"nested":${'['.repeat(20_000)}${']'.repeat(20_000)},"body":${JSON.stringify(body)}}`),
  'names prototype keys': (body) =>
    typeof body === 'object' && body !== null && !Array.isArray(body)
      ? JSON.parse(
          `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},${JSON.stringify(body).slice(1)}`,
        )
      : body,
}

/** A day on which every upstream, or one host, fails; then the day again with healthy ones. */
export function upstreamTrials(hosts: (string | null)[], names = Object.keys(CHANGES)): Trial[] {
  const changed = names.flatMap((name) =>
    hosts.map((host) => ({
      name: `${host ?? 'every upstream'} ${name}`,
      run: (output: string, stand: TrialSetup) =>
        odd(output, stand, changing(stand.day, host, CHANGES[name] as Change)),
    })),
  )
  const repeats = {
    name: 'every upstream repeats yesterday',
    run: (output: string, stand: TrialSetup) => odd(output, stand, repeating(stand)),
  }
  return hosts.includes(null) && names.length > 2 ? [repeats, ...changed] : changed
}

function withFetch(universe: Upstreams, fetch: Upstreams['fetch']): Upstreams {
  const reach: Upstreams['reach'] = (url, _ip, asked) => fetch(url, asked)
  return { ...universe, fetch, reach, secondPath: pathThrough({ resolve: universe.resolve, reach }) }
}

function repeating({ day, before }: TrialSetup): Upstreams {
  const today = createSampleUpstreams(day)
  const { fetch } = createSampleUpstreams(before)
  return withFetch(today, fetch)
}

function changing(day: string, host: string | null, change: Change): Upstreams {
  const today = createSampleUpstreams(day)
  const fetch: Upstreams['fetch'] = async (input, init) => {
    const { url } = new Request(input, init)
    const answer = await today.fetch(input, init)
    const isJson = /json/.test(answer.headers.get('content-type') ?? '') && answer.status === 200
    if (!isJson || (host !== null && new URL(url).host !== host)) return answer
    const headers = new Headers(answer.headers)
    headers.delete('etag')
    return new Response(JSON.stringify(change(await answer.json())), { status: 200, headers })
  }
  return withFetch(today, fetch)
}

async function odd(output: string, stand: TrialSetup, universe: Upstreams) {
  const names = namesIn(output)
  const first = await attempt(output, stand, { universe })
  if (({} as { polluted?: boolean }).polluted) throw new Wrong('the prototype of all objects was changed')
  const isError = first instanceof OperationalError
  if (isError) requireServed(output, stand.served)
  else {
    requireServed(output, first.manifest_sha256 ?? '')
    requireSameAgents(names, namesIn(output))
  }
  await requireRecovered(output, stand, { refetch: true })
  const quarantined = isError ? 0 : (first.counts.quarantined_rows ?? 0)
  return {
    ended: isError ? ('clear error' as const) : ('right release' as const),
    detail: isError ? firstLine(first) : `${quarantined} rows in quarantine, every handle as before`,
  }
}

/** The name of every agent by its handle. */
function namesIn(output: string): Map<string, string> {
  const release = currentRelease(output)
  const names = new Map<string, string>()
  for (const { key } of release?.entries() ?? []) {
    const [, handle] = SUMMARY.exec(key) ?? []
    if (handle === undefined) continue
    const summary = JSON.parse(
      release?.file('public', key.slice('public/'.length))?.read().toString() ?? '{}',
    )
    names.set(handle, String(summary.name))
  }
  return names
}

/** No handle was lost or passed to another name; an upstream may spell a name in other letters' case. */
function requireSameAgents(before: Map<string, string>, after: Map<string, string>): void {
  for (const [handle, name] of before) {
    const now = after.get(handle)
    if (now === undefined) throw new Wrong(`the handle ${handle} is gone`)
    if (now.toLowerCase() !== name.toLowerCase()) throw new Wrong(`${handle} was ${name} and is ${now}`)
  }
}
