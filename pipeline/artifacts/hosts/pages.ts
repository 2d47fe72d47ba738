import type { Endpoint } from '../../../core/interface/endpoint.ts'
import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import { PREFLIGHT, STATIC_METHODS } from '../../../core/interface/preflight.ts'
import { DATA_TYPES, FIGURE_TYPES, staticHeaders } from './static_headers.ts'

/** A figure's own address, which its folder has too. */
const FIGURE = '/figures/{figure}.svg'
const STATIC = ENDPOINTS.filter(
  ({ method, servedAs, file, path }) =>
    method === 'GET' && servedAs !== 'service' && file !== null && path !== FIGURE,
)
/**
 * Folders where all files with one extension, or none, share their headers: one rule for them, since hosts allow at most
 * 100 rules.
 */
const ALIKE = /^(\/(?:assets|og|x402|api\/x402)\/).*?(\.\w+|)$/
/** The folders with files of several types, by extension. */
const FOLDERS: Record<string, Record<string, string>> = { '/data/*': DATA_TYPES, '/figures/*': FIGURE_TYPES }
const BADGE = '/embed/:handle'

/** Such hosts answer a preflight, if at all, with the file's headers. */
const PREFLIGHTS: [string, string][] = [
  ...Object.entries(PREFLIGHT),
  ['access-control-allow-methods', STATIC_METHODS],
]

/**
 * Returns `_headers` for hosts that support it (Pages, Workers' static assets): the handler's headers by pattern, and
 * the release's id. No two rules set one header for the same path, since such hosts would join them: a path with an
 * extension may also match a rule without one, so its own rule first removes those headers (`! name`).
 */
export function pagesHeaders(id: string): string {
  const everywhere = new Set(sharedHeaders().map(([name]) => name))
  const rules = new Set(STATIC.flatMap((endpoint) => toRules(endpoint, everywhere)))
  return [rule('/*', [...sharedHeaders(), ...PREFLIGHTS, ['x-release', id]]), ...rules].join('\n')
}

/** Returns `_redirects` for the same hosts: rewrites for addresses whose file has another name. */
export function pagesRedirects(): string {
  // The first match wins, so that a badge requested by its file name is not rewritten.
  return [`${BADGE}.svg ${BADGE}.svg 200`, `${BADGE} ${BADGE}.svg 200`, ''].join('\n')
}

/** Returns the headers common to all files, whatever their type and lifetime. */
function sharedHeaders(): [string, string][] {
  const all = STATIC.map((endpoint) => JSON.stringify(staticHeaders(endpoint, endpoint.contentType)))
  const [first = [], ...others] = all.map((text) => JSON.parse(text) as [string, string][])
  return first.filter((item) =>
    others.every((other) => other.some(([name, value]) => name === item[0] && value === item[1])),
  )
}

function toRules(endpoint: Endpoint, everywhere: Set<string>): string[] {
  const path = endpoint.path.replace(ALIKE, '$1*$2').replaceAll(/\{(\w+)\}/g, ':$1')
  const own = ownHeaders(endpoint, everywhere)
  const folder = FOLDERS[endpoint.path]
  if (folder === undefined) return [rule(path, own, removedHeaders(endpoint, everywhere))]
  const shared = new Set([...everywhere, ...own.map(([name]) => name)])
  const types = Object.entries(folder).map(([ending, type]) => {
    const ofType = staticHeaders(endpoint, type).filter(([name]) => !shared.has(name))
    return rule(`${path}.${ending}`, [['content-type', type], ...ofType])
  })
  return [rule(path, own), ...types]
}

/** Returns the headers of an endpoint's rule; without the type if its files have several. */
function ownHeaders(
  { path, contentType, ...endpoint }: Endpoint,
  everywhere: Set<string>,
): [string, string][] {
  const own = staticHeaders(endpoint, contentType).filter(([name]) => !everywhere.has(name))
  return path in FOLDERS ? own : [['content-type', contentType], ...own]
}

/**
 * Returns the headers of the other rule that a path with an extension matches, e.g. that of `/agents/{handle}` for
 * `/agents/{handle}.md`.
 */
function removedHeaders({ path }: Endpoint, everywhere: Set<string>): string[] {
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
