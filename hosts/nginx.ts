import { HttpError } from '../handler/errors.ts'
import { errorReply } from '../handler/reply.ts'
import type { Endpoint, Parameter } from '../interface/endpoint.ts'
import { ENDPOINTS } from '../interface/endpoints.ts'
import { HANDLE } from '../interface/parameters.ts'
import { DATA_TYPES, staticHeaders } from './static_headers.ts'

/** Where an nginx finds the releases and the handler. */
export interface NginxOptions {
  /** The folder that runs publish to, absolute, without a trailing slash. */
  output: string
  /** What `listen` is given, e.g. `80` or `127.0.0.1:8080`. */
  listen: string
  serverName: string
  /** Host and port at which the handler listens, e.g. `127.0.0.1:8787`. */
  handler: string
}

const STATIC = ENDPOINTS.filter(
  (one) => one.method === 'GET' && one.servedAs !== 'service' && one.file !== null,
)
// A name that no file of a release has: what begins with it is looked for in vain, and the handler is asked.
const NO_FILE = '/.handler'

/**
 * An nginx site (a file for sites-enabled) that answers what is a file of the current release, and leaves the rest
 * to the handler. The answers are the handler's own, but for the entity tag.
 */
export function nginxSite({ output, listen, serverName, handler }: NginxOptions): string {
  const root = `${output}/releases/$release/public`
  return `# Serves the files of the current release. Made from the table of endpoints: do not edit.
# Each call reads the pointer once, so that the release it names and the files it answers with are of one release.
map $realpath_root $assay_release {
    default none;
    "~/releases/([^/]+)/public$" $1;
}

# What is asked for in another way than a file can be, is the handler's: other methods, escapes, doubled slashes.
map "$request_method $request_uri" $assay_plain {
    default ${NO_FILE};
    "~^(?:GET|HEAD) /(?:\\.?[\\w-][\\w.-]*(?:/\\.?[\\w-][\\w.-]*)*)?(?:\\?|$)" "";
}

# Badges of a release of an earlier day may have to be marked as stale, which the handler does. What is at most two
# days old by the clock of any time zone is not; the turn of a month is left to the handler.
map "$assay_release $time_iso8601" $assay_old {
    default ${NO_FILE};
    "~^(\\d{4}-\\d\\d)-(?:${freshDays()})" "";
}

${STATIC.filter((one) => queryNames(one).length > 0)
  .map(queryMap)
  .join('\n\n')}

upstream assay_handler {
    server ${handler};
    keepalive 32;
}

server {
    listen ${listen};
    server_name ${serverName};
    server_tokens off;
    root ${output}/current/public;
    set $release $assay_release;

    sendfile on;
    tcp_nopush on;
    # One encoding of each answer; compression is the business of what stands in front.
    gzip off;
    max_ranges 0;
    # Files of a release never change, so that what was opened once may stay open.
    open_file_cache max=10000 inactive=60s;
    open_file_cache_valid 60s;
    types {}

${STATIC.map((one) => location(one, root)).join('\n\n')}

    location / {
        try_files ${NO_FILE} @handler;
    }

${handlerLocations()}
}
`
}

function location(endpoint: Endpoint, root: string): string {
  const lines = [
    `# ${endpoint.title}`,
    `location ${matcher(endpoint)} {`,
    ...[
      `root ${root};`,
      ...types(endpoint),
      ...staticHeaders(endpoint, endpoint.contentType).map(header),
      'add_header X-Release $release;',
      `try_files ${conditions(endpoint)}${fileOf(endpoint)} @handler;`,
    ].map((line) => `    ${line}`),
    '}',
  ]
  return indent(lines)
}

/** The part after `location`: an exact path where there is one, otherwise an expression that holds its rules. */
function matcher({ path, file, parameters }: Endpoint): string {
  if (path.endsWith('*')) return path.slice(0, -1)
  if (!path.includes('{')) return `= ${path}`
  const pattern = path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, (_, name) => {
    const rule = parameters.find((one) => one.name === name)?.rule
    const value = rule?.kind === 'choice' ? rule.values.join('|') : HANDLE.source.slice(1, -1)
    return `(?<${name}>${value})`
  })
  return `~ "^${pattern}${file?.endsWith('.svg') ? '(?:\\.svg)?' : ''}$"`
}

/** Variables that are empty when the file is the answer. */
function conditions(endpoint: Endpoint): string {
  const ofQuery = queryNames(endpoint).length > 0 ? `$${queryVariable(endpoint)}` : ''
  const ofDate = endpoint.id === 'badge' ? '$assay_old' : ''
  return `$assay_plain${ofQuery}${ofDate}`
}

const fileOf = ({ path, file }: Endpoint): string =>
  path.endsWith('*') ? '$uri' : `/${file?.replaceAll(/\{(\w+)\}/g, '$${$1}')}`

function types({ path, contentType }: Endpoint): string[] {
  if (!path.endsWith('*')) return [`default_type "${contentType}";`]
  const known = Object.entries(DATA_TYPES).map(([ending, type]) => `    "${type}" ${ending};`)
  return ['max_ranges 1;', 'types {', ...known, '}', 'default_type application/octet-stream;']
}

// Without `always`: nginx would give a refused range each of them twice.
const header = ([name, value]: [string, string]): string => `add_header ${titled(name)} "${value}";`

const titled = (name: string): string => name.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase())

const queryNames = ({ parameters }: Endpoint): string[] =>
  parameters.filter((one: Parameter) => one.in === 'query').map((one) => one.name)

const queryVariable = ({ id }: Endpoint): string => `assay_${id}_query`

/** For each day of a month, as an expression: the rest of a release's id, and the same month's days that are near. */
function freshDays(): string {
  const two = (day: number): string => String(day).padStart(2, '0')
  return Array.from({ length: 31 }, (_, i) => i + 1)
    .map((day) => `${two(day)}-\\S+ \\1-(?:${[day, day + 1, day + 2].map(two).join('|')})T`)
    .join('|')
}

/** Whether a query holds a parameter of the endpoint; other parameters are ignored. An escaped name may be one. */
function queryMap(endpoint: Endpoint): string {
  return `map $args $${queryVariable(endpoint)} {
    default "";
    "~(?:^|&)(?:[^=&]*%|(?:${queryNames(endpoint).join('|')})(?:[=&]|$))" ${NO_FILE};
}`
}

function handlerLocations(): string {
  const { headers, body } = errorReply(
    new HttpError(
      503,
      'unavailable',
      'What answers this address is not running. Files of the release are served; try again later.',
    ),
    '$release',
  )
  const { 'content-type': type = '', 'content-length': _, ...rest } = headers
  return indent([
    'error_page 502 504 = @unavailable;',
    '',
    'location @handler {',
    '    proxy_pass http://assay_handler;',
    '    proxy_http_version 1.1;',
    '    proxy_set_header Connection "";',
    '    proxy_set_header Host $host;',
    '    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
    '    proxy_set_header X-Forwarded-Proto $scheme;',
    '}',
    '',
    'location @unavailable {',
    `    default_type "${type}";`,
    ...Object.entries({ ...rest, 'retry-after': '60' }).map(
      ([name, value]) => `    add_header ${titled(name)} "${value}" always;`,
    ),
    `    return 503 '${new TextDecoder().decode(body ?? new Uint8Array()).trimEnd()}\\n';`,
    '}',
  ])
}

const indent = (lines: string[]): string => lines.map((line) => (line === '' ? '' : `    ${line}`)).join('\n')
