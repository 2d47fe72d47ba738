import type { Endpoint } from '../../../core/interface/endpoint.ts'
import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import { PREFLIGHT, STATIC_METHODS } from '../../../core/interface/preflight.ts'
import { DATA_TYPES, staticHeaders } from './static_headers.ts'

const STATIC = ENDPOINTS.filter(
  (endpoint) => endpoint.method === 'GET' && endpoint.servedAs !== 'service' && endpoint.file !== null,
)
/** Where all files with one ending have the same headers: one rule for them, since hosts take 100 rules at most. */
const ALIKE = /^(\/(?:assets|og)\/).*(\.\w+)$/
/** The one folder with files of several types, which their endings say. */
const DOWNLOADS = '/data/*'
const BADGE = '/embed/:handle'

/** Such hosts answer a preflight, if at all, with the headers of the file. */
const PREFLIGHTS: [string, string][] = [
  ...Object.entries(PREFLIGHT),
  ['access-control-allow-methods', STATIC_METHODS],
]

/**
 * `_headers` for hosts that know such files (Pages, Workers' static assets): the handler's headers by pattern, and the
 * release's id. No two rules give one header to the same path, since such hosts would join them: where a path with an
 * ending fits a rule without one too, its own takes the other's headers back (`! name`) first.
 */
export function pagesHeaders(id: string): string {
  const everywhere = new Set(sharedHeaders().map(([name]) => name))
  const rules = new Set(STATIC.flatMap((endpoint) => rulesOf(endpoint, everywhere)))
  return [rule('/*', [...sharedHeaders(), ...PREFLIGHTS, ['x-release', id]]), ...rules].join('\n')
}

/** `_redirects` for the same hosts: addresses whose file has another name, which are answered in place. */
export function pagesRedirects(): string {
  // The first rule that fits is taken, so that a badge that is asked for by its file's name stays what it is.
  return [`${BADGE}.svg ${BADGE}.svg 200`, `${BADGE} ${BADGE}.svg 200`, ''].join('\n')
}

/** What every file has, whatever its type and lifetime. */
function sharedHeaders(): [string, string][] {
  const all = STATIC.map((endpoint) => JSON.stringify(staticHeaders(endpoint, endpoint.contentType)))
  const [first = [], ...others] = all.map((text) => JSON.parse(text) as [string, string][])
  return first.filter((item) =>
    others.every((other) => other.some(([name, value]) => name === item[0] && value === item[1])),
  )
}

function rulesOf(endpoint: Endpoint, everywhere: Set<string>): string[] {
  const path = endpoint.path.replace(ALIKE, '$1*$2').replaceAll(/\{(\w+)\}/g, ':$1')
  const own = ownHeaders(endpoint, everywhere)
  if (endpoint.path !== DOWNLOADS) return [rule(path, own, takenBack(endpoint, everywhere))]
  const types = Object.entries(DATA_TYPES).map(([ending, type]) =>
    rule(`${path}.${ending}`, [['content-type', type]]),
  )
  return [rule(path, own), ...types]
}

/** The headers that the rule of an endpoint gives; of one with files of several types, without the type. */
function ownHeaders(
  { path, contentType, ...endpoint }: Endpoint,
  everywhere: Set<string>,
): [string, string][] {
  const own = staticHeaders(endpoint, contentType).filter(([name]) => !everywhere.has(name))
  return path === DOWNLOADS ? own : [['content-type', contentType], ...own]
}

/** The headers of the rule that a path with an ending fits too, e.g. that of `/agents/{handle}` for `/agents/{handle}.md`. */
function takenBack({ path }: Endpoint, everywhere: Set<string>): string[] {
  const bare = path.replace(/(?<=\})\.\w+$/, '')
  const wider = bare === path ? undefined : STATIC.find((endpoint) => endpoint.path === bare)
  return wider === undefined ? [] : ownHeaders(wider, everywhere).map(([name]) => name)
}

const rule = (path: string, headers: [string, string][], without: string[] = []): string =>
  [
    path,
    ...without.map((name) => `  ! ${name}`),
    ...headers.map(([name, value]) => `  ${name}: ${value}`),
    '',
  ].join('\n')
