import { hash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Archive } from '../../pipeline/archive/archive.ts'
import type { ArchivedResponse } from '../../pipeline/archive/source_day.ts'
import { createReach } from '../../pipeline/http/guard/transport.ts'
import { pathThrough } from '../../pipeline/http/second_path.ts'
import { resolveWithoutDns, type Upstreams } from '../../pipeline/http/upstreams.ts'
import { selectOwnResponses } from '../../pipeline/ingest/own_responses.ts'
import type { Source } from '../../pipeline/source/source.ts'

const toKey = (method: string, url: string, request: string | null): string =>
  `${method} ${new URL(url).href} ${request ?? ''}`.trim()

/** Adds a line to a file for each request that upstreams get. */
export function logRequests(upstreams: Upstreams, file: string): Upstreams {
  const fetch: Upstreams['fetch'] = async (input, init) => {
    const request = new Request(input, init)
    const body = await request.clone().text()
    appendFileSync(file, `${toKey(request.method, request.url, body === '' ? null : hash('sha256', body))}\n`)
    return upstreams.fetch(request)
  }
  const reach = createReach(fetch)
  return { ...upstreams, fetch, reach, secondPath: pathThrough({ resolve: resolveWithoutDns, reach }) }
}

/** The number of requests of each kind in such a file. */
export const readRequests = (file: string): Map<string, number> =>
  countEach(existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [])

/** The number of answers to each request that an archive has for a day, in records and of fetches that did not end. */
export function countRecorded(output: string, date: string, sources: readonly Source[]): Map<string, number> {
  const archive = new Archive(join(output, 'archive'))
  const readResponses = ({ name }: Source) => {
    const recorded = archive.readDay(date, name)
    if (recorded !== null && recorded.outcome === 'ok' && !recorded.unfinished) return recorded.responses
    return archive.journal({ source: name, date, world: 'sample' }, recorded?.responses).responses
  }
  // An answer that two sources read was requested once.
  const responses = sources.flatMap((source) =>
    selectOwnResponses(archive, source, { date, responses: readResponses(source) }),
  )
  // A probe is one session: one that was cut was in flight, with all its requests.
  const probes = Map.groupBy(responses, ({ target, url }) => target ?? url)
  const isWhole = (probe: readonly ArchivedResponse[]): boolean =>
    probe.every(({ outcome }) => outcome !== 'not_observed' && outcome !== 'time')
  const answered = [...probes.values()].filter(isWhole).flat()
  return countEach(answered.map(({ method, url, request }) => toKey(method, url, request)))
}

/** Requests that were sent although their answer was recorded: more of them than an undisturbed run has left to send. */
export const listAskedTwice = (
  asked: ReadonlyMap<string, number>,
  recorded: ReadonlyMap<string, number>,
  undisturbed: ReadonlyMap<string, number>,
): string[] =>
  [...asked]
    .filter(([key, count]) => count > Math.max(0, (undisturbed.get(key) ?? 0) - (recorded.get(key) ?? 0)))
    .map(([key]) => key)

function countEach(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
