import type { Endpoint, Parameter } from '../../../core/interface/endpoint.ts'
import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import { HttpError } from '../../../core/interface/errors.ts'
import { PREFLIGHT, STATIC_METHODS } from '../../../core/interface/preflight.ts'
import { errorReply } from '../../../core/interface/reply.ts'
import { HANDLE, PAGE } from '../../../core/interface/value_schemas.ts'
import { DATA_TYPES, FIGURE_TYPES, staticHeaders } from './static_headers.ts'

/** Paths and addresses for an nginx site. */
export interface NginxOptions {
  /** The output folder of runs, absolute, without a trailing slash. */
  output: string
  /** Argument of `listen`, e.g. `80` or `127.0.0.1:8080`. */
  listen: string
  serverName: string
  /** Host and port of the handler, e.g. `127.0.0.1:8787`. */
  handler: string
}

const STATIC = ENDPOINTS.filter(
  (endpoint) => endpoint.method === 'GET' && endpoint.servedAs !== 'service' && endpoint.file !== null,
)
/** The text types that nginx compresses: it compares them in the form given to a file, charset included. */
const COMPRESSED = [...new Set(STATIC.map(({ contentType }) => `"${contentType}"`))].sort()
// A name that no file of a release has: `try_files` fails for paths that begin with it and falls back to the handler.
const NO_FILE = '/.handler'
const ANY_QUERY = '$assay_any_query'

/**
 * Returns an nginx site (a file for sites-enabled) that serves the files of the current release, and passes all else
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
    "~^(?:GET|HEAD) /(?:\\.?[\\w-][\\w.=-]*(?:/\\.?[\\w-][\\w.=-]*)*)?(?:\\?|$)" "";
}

# Badges of a release of an earlier day may have to be marked as stale, which the handler does. What is at most two
# days old by the clock of any time zone is not; the turn of a month is left to the handler.
map "$assay_release $time_iso8601" $assay_old {
    default ${NO_FILE};
    "~^(\\d{4}-\\d\\d)-(?:${freshDays()})" "";
}

# Ranges are of GET alone: the handler answers a HEAD that asks for one as it should.
map "$request_method $http_range" $assay_head_range {
    default "";
    "~^HEAD ." ${NO_FILE};
}

# Answers in JSON name what of a query they do not know, which the handler does.
map $args ${ANY_QUERY} {
    default ${NO_FILE};
    "" "";
}

${STATIC.filter((endpoint) => queryVariable(endpoint) !== ANY_QUERY && queryNames(endpoint).length > 0)
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
    # Text is compressed; what comes from the handler is already. Downloads are not, since ranges of them are asked for.
    gzip on;
    gzip_vary on;
    gzip_proxied any;
    gzip_min_length 1000;
    gzip_comp_level 5;
    gzip_types ${COMPRESSED.join(' ')};
    max_ranges 0;
    # Files of a release never change, so that what was opened once may stay open.
    open_file_cache max=10000 inactive=60s;
    open_file_cache_valid 60s;
    types {}

    # As in the handler: who sends too slowly, or takes nothing of an answer for half a minute, is let go.
    client_header_timeout 10s;
    client_body_timeout 15s;
    send_timeout 30s;
    reset_timedout_connection on;
    # A payment can have ten kilobytes, and a quote repeats the query it is for, in base64.
    large_client_header_buffers 4 16k;
    proxy_buffer_size 32k;
    proxy_buffers 8 32k;

${STATIC.map((endpoint) => location(endpoint, root)).join('\n\n')}

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
      `try_files ${conditions(endpoint)}${getFile(endpoint)} @handler;`,
    ].map((line) => `    ${line}`),
    '}',
  ]
  return indent(lines)
}

/** Returns the argument of `location`: an exact path if possible, otherwise an expression with its rules. */
function matcher({ path, file, parameters }: Endpoint): string {
  if (path.endsWith('*')) return path.slice(0, -1)
  if (!path.includes('{')) return `= ${path}`
  const pattern = path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, (_, name) => {
    const rule = parameters.find((parameter) => parameter.name === name)?.rule
    const form = rule?.kind === 'page' ? PAGE : HANDLE
    const value = rule?.kind === 'choice' ? rule.values.join('|') : form.source.slice(1, -1)
    return `(?<${name}>${value})`
  })
  return `~ "^${pattern}${file?.endsWith('.svg') ? '(?:\\.svg)?' : ''}$"`
}

/** Returns variables that are empty when the file is the answer. */
function conditions(endpoint: Endpoint): string {
  const variable = queryVariable(endpoint)
  const ofQuery = variable === ANY_QUERY || queryNames(endpoint).length > 0 ? variable : ''
  const ofDate = endpoint.id === 'badge' ? '$assay_old' : ''
  const ofRange = endpoint.path.endsWith('*') ? '$assay_head_range' : ''
  return `$assay_plain${ofQuery}${ofDate}${ofRange}`
}

const getFile = ({ path, file }: Endpoint): string =>
  path.endsWith('*') ? '$uri' : `/${file?.replaceAll(/\{(\w+)\}/g, '$${$1}')}`

function types({ id, path, contentType }: Endpoint): string[] {
  if (!path.endsWith('*')) return [`default_type "${contentType}";`]
  const known = Object.entries(path.startsWith('/figures/') ? FIGURE_TYPES : DATA_TYPES).map(
    ([ending, type]) => `    "${type}" ${ending};`,
  )
  // Downloads are requested in ranges; the search index is read whole, over slow connections.
  const whole = id === 'search_index' ? [] : ['gzip off;']
  return [...whole, 'max_ranges 1;', 'types {', ...known, '}', 'default_type application/octet-stream;']
}

// Without `always`: nginx would send each of them twice in a refused range request.
const header = ([name, value]: [string, string]): string => `add_header ${toHeaderName(name)} "${value}";`

const toHeaderName = (name: string): string =>
  name.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase())

const queryNames = ({ parameters }: Endpoint): string[] =>
  parameters.filter((parameter: Parameter) => parameter.in === 'query').map((parameter) => parameter.name)

/** Returns the variable that is empty when the query does not affect the answer. */
const queryVariable = ({ id, answer }: Endpoint): string =>
  answer === null ? `$assay_${id}_query` : ANY_QUERY

/**
 * Returns, as an expression for each day of a month, the rest of a release's id and the nearby days of the same month.
 */
function freshDays(): string {
  const two = (day: number): string => String(day).padStart(2, '0')
  return Array.from({ length: 31 }, (_, i) => i + 1)
    .map((day) => `${two(day)}-\\S+ \\1-(?:${[day, day + 1, day + 2].map(two).join('|')})T`)
    .join('|')
}

/** Returns a map that tests a query for a parameter of the endpoint; others are ignored. An escaped name may be one. */
function queryMap(endpoint: Endpoint): string {
  return `map $args ${queryVariable(endpoint)} {
    default "";
    "~(?:^|&)(?:[^=&]*%|(?:${queryNames(endpoint).join('|')})(?:[=&]|$))" ${NO_FILE};
}`
}

function handlerLocations(): string {
  const { headers, body } = errorReply(
    new HttpError(
      503,
      'unavailable',
      'The service behind this endpoint is not running. Static files are still served; try again later.',
    ),
    '$release',
  )
  const { 'content-type': type = '', 'content-length': _, ...rest } = headers
  return indent([
    'error_page 502 504 = @unavailable;',
    '',
    'location @handler {',
    '    gzip off;',
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
    '    # Files are still served, so that scripts of other sites may still ask for them with their own headers.',
    '    if ($request_method = OPTIONS) {',
    ...Object.entries({ ...PREFLIGHT, 'access-control-allow-methods': STATIC_METHODS, ...rest }).map(
      ([name, value]) => `        add_header ${toHeaderName(name)} "${value}" always;`,
    ),
    '        return 204;',
    '    }',
    ...Object.entries({ ...rest, 'retry-after': '60' }).map(
      ([name, value]) => `    add_header ${toHeaderName(name)} "${value}" always;`,
    ),
    `    return 503 '${new TextDecoder().decode(body ?? new Uint8Array()).trimEnd()}\\n';`,
    '}',
  ])
}

const indent = (lines: string[]): string => lines.map((line) => (line === '' ? '' : `    ${line}`)).join('\n')
