import { normalKey } from './dependency.ts'

/** What starts a server, or where it is reached, as config files of MCP clients say it. */
export interface ServerEntry {
  command?: unknown
  args?: unknown
  url?: unknown
  serverUrl?: unknown
}

/** Options of the runners that are followed by a value of their own. */
const WITH_VALUE = new Set([
  ...[
    '-e',
    '--env',
    '--env-file',
    '-v',
    '--volume',
    '--mount',
    '-p',
    '--publish',
    '--name',
    '--network',
    '-w',
  ],
  ...[
    '--workdir',
    '-u',
    '--user',
    '--entrypoint',
    '--platform',
    '-l',
    '--label',
    '--add-host',
    '-m',
    '--memory',
  ],
  ...[
    '--python',
    '-c',
    '--call',
    '--with',
    '--index-url',
    '--registry',
    '--cpus',
    '--pull',
    '--restart',
    '-h',
  ],
])
/** Options that name the package, where the program in it is called otherwise. */
const NAMES_PACKAGE = new Set(['-p', '--package', '--from', '--spec'])

type Kind = 'npm' | 'pypi' | 'oci'

/** How packages are run: what comes before the package, and the registry that it is of. */
const RUNNERS: [prefix: RegExp, kind: Kind][] = [
  [/^(?:npx|bunx|pnpx|npm (?:exec|x)|pnpm (?:dlx|exec)|yarn dlx|bun x) /, 'npm'],
  [/^(?:uvx|uv tool run|pipx run) /, 'pypi'],
  [/^(?:docker|podman|nerdctl) (?:container )?run /, 'oci'],
]

/** The keys of a server by what its entry runs or calls; empty where that is nothing that an index can know. */
export function serverKeys({ command, args, url, serverUrl }: ServerEntry): string[] {
  const address = [url, serverUrl].find((one) => typeof one === 'string')
  if (typeof address === 'string') return endpointKeys([address])
  if (typeof command !== 'string') return []
  const given = Array.isArray(args) ? args.filter((one) => typeof one === 'string') : []
  return commandKeys(words(command, given))
}

/** The words of a command without a shell in front, its programs by their bare names. */
function words(command: string, args: string[]): string[] {
  const all = [...command.trim().split(/\s+/), ...args]
  const [first = '', second = ''] = all
  const name = first.replace(/^.*[\\/]/, '').replace(/\.(?:exe|cmd)$/i, '')
  const rest = /^cmd$/i.test(name) && /^\/c$/i.test(second) ? all.slice(2) : [name, ...all.slice(1)]
  return rest
}

function commandKeys(all: string[]): string[] {
  const text = `${all.join(' ')} `
  for (const [prefix, kind] of RUNNERS) {
    const [run] = prefix.exec(text) ?? []
    if (run === undefined) continue
    const rest = all.slice(run.trim().split(' ').length)
    const found = packageIn(rest, kind)
    if (found === null) return []
    // A bridge to a server elsewhere: that server is what is depended on.
    if (kind === 'npm' && /^(?:mcp-remote|supergateway)$/.test(found)) return endpointKeys(rest)
    return [normalKey(`package:${kind}/${found}`)]
  }
  return []
}

const endpointKeys = (texts: string[]): string[] =>
  texts
    .filter((one) => /^https?:\/\//.test(one))
    .slice(0, 1)
    .map((one) => normalKey(`endpoint:${one}`))

/** The package that a runner is given, without its version. */
function packageIn(args: string[], kind: Kind): string | null {
  for (let at = 0; at < args.length; at += 1) {
    const [option = '', value] = (args[at] ?? '').split(/=(.*)/s)
    if (kind !== 'oci' && NAMES_PACKAGE.has(option)) return bare(value ?? args[at + 1] ?? '', kind)
    if (option.startsWith('-')) at += WITH_VALUE.has(option) && value === undefined ? 1 : 0
    else return bare(args[at] ?? '', kind)
  }
  return null
}

/** A package without version, extras or tag; null for what is no package, such as a path. */
function bare(text: string, kind: Kind): string | null {
  const pattern = {
    npm: /^(@[\w.-]+\/[\w.-]+|[\w.-]+)(?:@.*)?$/,
    pypi: /^([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?(?:(?:@|[=<>!~]=?).*)?$/,
    oci: /^([\w./:-]+(?:@sha256:\w+)?)$/,
  }[kind]
  const found = pattern.exec(text)?.[1] ?? null
  return found === null || /^\.{1,2}$/.test(found) ? null : found
}
