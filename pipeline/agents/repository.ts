/** A code repository on one host, and the folder in it that is meant. */
export interface Repository {
  host: string
  /** With a group path where the host nests groups, e.g. `group/subgroup`. */
  owner: string
  name: string
  /** `host/owner/name` in lower case: equal for all addresses of one repository. */
  key: string
  /** The folder that a `/tree/<branch>/…` address points to, or null for the whole repository. */
  folder: string | null
}

const MAX_LENGTH = 500
const HOST = /^(?=.{1,253}$)([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/
const SEGMENT = /^(?!\.{1,2}$)[\w.-]{1,100}$/
/** The notations of a web address, each with its substitute for `https://`. */
const FORMS: [RegExp, string][] = [
  [/^git@([^/:@]+):(?!\/)/i, 'https://$1/'],
  [/^(?:git\+)?ssh:\/\/git@/i, 'https://'],
  [/^(?:git\+)?(?:https?|git):\/\//i, 'https://'],
]

/**
 * Reads the address of a repository in any of the forms in use (https, http, git, `git+https`, `git@host:`,
 * with or without `.git`, `/tree/…` or a trailing slash). Null for anything else: an address with a user
 * name, a password or a port, an IP address, a path that is not a repository's.
 */
export function parseRepository(url: string | null): Repository | null {
  const address = toUrl(url?.trim() ?? '')
  if (!address || address.username || address.password || address.port) return null
  const host = address.hostname.replace(/^www\./, '')
  const { path, folder } = splitPath(host, address.pathname)
  const name = path.pop()?.replace(/(\.git)+$/i, '') ?? ''
  if (!HOST.test(host) || path.length === 0 || ![...path, name].every((part) => SEGMENT.test(part)))
    return null
  const owner = path.join('/')
  return { host, owner, name, key: `${host}/${owner}/${name}`.toLowerCase(), folder }
}

function toUrl(text: string): URL | null {
  // A URL parser drops, folds and replaces odd characters: text that needs that is no address.
  if (text.length > MAX_LENGTH || !/^[!-~]+$/.test(text) || text.includes('\\')) return null
  const form = FORMS.find(([pattern]) => pattern.test(text))
  const web = form ? text.replace(...form) : ''
  return URL.canParse(web) ? new URL(web) : null
}

/** The segments that name the repository, and the folder after the branch. */
function splitPath(host: string, path: string): { path: string[]; folder: string | null } {
  const segments = path.split('/').filter((segment) => segment !== '')
  // GitLab nests groups to any depth and marks the end of the repository's path with `/-/`.
  const dash = segments.indexOf('-')
  const nested = dash === -1 ? segments.length : dash
  const length = host.startsWith('gitlab.') ? nested : 2
  const [view, , ...folder] = segments.slice(length).filter((segment) => segment !== '-')
  return { path: segments.slice(0, length), folder: view === 'tree' ? folder.join('/') || null : null }
}
