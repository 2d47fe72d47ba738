import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import { PAID } from '../../../serving/handler/paid.ts'
import { Router } from '../../../serving/handler/router.ts'
import type { ServedRelease } from '../../../serving/handler/served_release.ts'
import { readValues } from '../../../serving/handler/values.ts'
import { followRelease } from '../../../serving/service/release/follow_release.ts'
import { hashesUnder } from '../../../test/kit/folder.ts'
import type { PaidTarget } from './path_tricks.ts'

/** The paid answer at an address. */
interface PaidAnswer extends PaidTarget {
  /** A character for each byte, as an answer is read. */
  body: string
  etag: string
  /** The tag that only paid answers of this kind have. */
  type: string
}

/** Contents of a release that must not leak, and the addresses to request. */
export interface AttackTargets {
  handles: string[]
  /** Files below `/data/`, by their path from there. */
  downloads: string[]
  paid: PaidAnswer[]
  /** Every paid address, that of attestations too, which are made anew for each buyer. */
  targets: PaidTarget[]
  /** SHA-256 of every file that no free answer is. */
  privateHashes: ReadonlySet<string>
}

const QUERIES = ['agent', 'weather+desk', 'sample&limit=50', 'agent&category=mcp_server&alive=true&limit=5']
const ASKED_HANDLES = 6
// The rest are free answers that have a query in their address.
const HIDDEN = /^(?:agents|history|candidates|facts\.json|agents-index\.json|find-index\.bin)/

/** Reads them from the current release of an output folder, in the layout of files. */
export async function attackTargets(output: string): Promise<AttackTargets> {
  const release = await followRelease({ output, now: () => 0, log: console.error }).current()
  if (release === null) throw new Error(`${output} holds no release: publish a day first`)
  const handles = handlesIn(output)
  const paid: PaidAnswer[] = []
  const targets = targetsFor(handles)
  for (const target of targets) if (target.id in PAID) paid.push(await paidAnswer(release, target))
  return { handles, paid, targets, ...filesIn(output) }
}

const handlesIn = (output: string): string[] => {
  const rows = JSON.parse(readFileSync(join(output, 'current/private/agents-index.json'), 'utf8'))
  return (rows as [string, string][]).map(([handle]) => handle)
}

function filesIn(output: string): Pick<AttackTargets, 'downloads' | 'privateHashes'> {
  const shown = hashesUnder(join(output, 'current/public'))
  const published = new Set(shown.values())
  const hidden = [...hashesUnder(join(output, 'current/private'))].flatMap(([path, hash]) =>
    HIDDEN.test(path) ? [hash] : [],
  )
  return {
    downloads: [...shown.keys()].flatMap((path) => (path.startsWith('data/') ? [path.slice(5)] : [])),
    privateHashes: new Set(hidden.filter((hash) => !published.has(hash))),
  }
}

/** The paid addresses, for some agents and questions. */
function targetsFor(handles: readonly string[]): PaidTarget[] {
  const step = Math.max(1, Math.floor(handles.length / ASKED_HANDLES))
  const asked = handles.filter((_, at) => at % step === 0)
  return ENDPOINTS.filter(({ price }) => price !== null).flatMap(({ id, path, parameters }) => {
    if (path.includes('{handle}'))
      return asked.map((text) => ({ id, target: path.replace('{handle}', text) }))
    if (parameters.some((parameter) => parameter.name === 'metric'))
      return [{ id, target: `${path}?metric=ghost_index` }]
    const name = parameters.some((parameter) => parameter.name === 'q') ? 'q' : 'handle'
    return (name === 'q' ? QUERIES : asked).map((value) => ({ id, target: `${path}?${name}=${value}` }))
  })
}

const ROUTER = new Router(ENDPOINTS)

async function paidAnswer(release: ServedRelease, { id, target }: PaidTarget): Promise<PaidAnswer> {
  const url = new URL(target, 'http://localhost')
  const match = ROUTER.match(url.pathname).find(({ endpoint }) => endpoint.id === id)
  const body = PAID[id]
  if (match === undefined || body === undefined) throw new Error(`nothing paid is at ${target}`)
  const values = readValues(match.endpoint.parameters, match.path, url.searchParams)
  const call = {
    endpoint: match.endpoint,
    values,
    release,
    today: release.reader.about.date,
    body: undefined,
  }
  const { bytes, etag } = await body(call)
  const { type } = JSON.parse(new TextDecoder().decode(bytes))
  return { id, target, body: Buffer.from(bytes).toString('latin1'), etag, type }
}
