import type { Source } from './dependency.ts'
import {
  endpointSource,
  imageSource,
  isTemplate,
  npmSpecSource,
  pypiSource,
  quoted,
  splitSpec,
} from './names.ts'
import { isRiskyVariable, RUNNERS, type Runner } from './runners.ts'
import type { Surroundings } from './surroundings.ts'

/** An entry of a config file: what starts a server, or where it is reached. Nothing of it is sure to have its type. */
export type ServerEntry = Readonly<Record<string, unknown>>

/** How clients call the address of a server. */
const ADDRESSES = ['url', 'serverUrl', 'httpUrl', 'uri', 'endpoint']
/** Fields that say nothing about what is run or called. */
const HARMLESS = new Set([
  ...['type', 'transport', 'transportType', 'disabled', 'enabled', 'timeout', 'initTimeout', 'trust', 'name'],
  ...[
    'description',
    'comment',
    'alwaysAllow',
    'autoApprove',
    'tools',
    'includeTools',
    'excludeTools',
    'gallery',
  ],
  ...[
    'disabledTools',
    'enabledTools',
    'version',
    'oauth',
    'auth',
    'command',
    'args',
    'env',
    'headers',
    'cwd',
  ],
])
const ROOT_FOLDERS = new Set(['', '.', './', '$' + '{workspaceFolder}', '$' + '{workspaceRoot}'])
/** Headers by which a request reaches another host than its address names. */
const ROUTING =
  /^(?::authority|host|forwarded|via|x-forwarded.*|x-original.*|x-rewrite.*|x-host|x-http-.*|proxy-.*|connection|upgrade|te|trailer|transfer-encoding|content-length)$/i
/** Packages that connect a client to a server elsewhere: that server is what is depended on. */
const BRIDGES: Readonly<Record<string, { before: string[]; flags: string[]; values: string[] }>> = {
  'mcp-remote': {
    before: [],
    flags: ['--debug', '--allow-http'],
    values: ['--header', '--transport', '--host'],
  },
  supergateway: {
    before: ['--sse', '--streamableHttp'],
    flags: [],
    values: ['--header', '--logLevel', '--port'],
  },
}

class Doubt extends Error {}

/** What a server is, by what its entry runs or calls in these surroundings. */
export function serverSource(entry: ServerEntry, surroundings: Surroundings): Source {
  try {
    checkFields(entry)
    const [address, ...more] = ADDRESSES.filter((field) => entry[field] !== undefined)
    if (address !== undefined && (more.length > 0 || entry.command !== undefined))
      throw new Doubt(
        'it has several of command and addresses, of which clients take different ones: keep one',
      )
    if (address !== undefined) return endpointSource(text(entry[address], address))
    return commandSource(commandWords(entry), surroundings)
  } catch (error) {
    if (error instanceof Doubt) return { doubt: error.message }
    throw error
  }
}

/** Throws a Doubt for a field that may change what is run or called. */
function checkFields(entry: ServerEntry): void {
  const unknown = Object.keys(entry).find((field) => !HARMLESS.has(field) && !ADDRESSES.includes(field))
  if (unknown !== undefined)
    throw new Doubt(`its field ${quoted(unknown)} may change what is run: take it out`)
  const { env = {}, headers = {}, cwd = '.', transport } = entry
  if (typeof transport === 'object')
    throw new Doubt('its transport is an object, which may name another address')
  for (const name of names(env, 'env'))
    if (isRiskyVariable(name))
      throw new Doubt(`its variable ${quoted(name)} can make it fetch or run something else: take it out`)
  for (const name of names(headers, 'headers')) checkHeader(name)
  if (typeof cwd !== 'string' || !ROOT_FOLDERS.has(cwd))
    throw new Doubt('it is run in another folder, whose settings may be other ones: take cwd out')
}

function checkHeader(name: string): void {
  if (ROUTING.test(name.trim()))
    throw new Doubt(`its header ${quoted(name)} can lead the request to another host: take it out`)
}

function names(value: unknown, field: string): string[] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.keys(value)
  throw new Doubt(`its ${field} is no object`)
}

function text(value: unknown, field: string): string {
  if (typeof value === 'string') return value
  throw new Doubt(`its ${field} is no text`)
}

/** The words of a command without `cmd /c` in front, its program by the bare name. */
function commandWords({ command, args = [] }: ServerEntry): string[] {
  if (command === undefined) throw new Doubt('it has neither a command nor an address that is known here')
  if (!Array.isArray(args)) throw new Doubt('its args are no list')
  const given = args.map((word) => text(word, 'args'))
  const all = [...programWords(text(command, 'command')), ...given]
  if (!/^cmd$/i.test(all[0] ?? '') || !/^\/c$/i.test(all[1] ?? '')) return all
  if (all.slice(2).some((word) => /[&|<>^%!"()\r\n]/.test(word)))
    throw new Doubt('it runs a line of the Windows shell, which can run anything: name the program itself')
  return [programName(all[2] ?? ''), ...all.slice(3)]
}

/** A command that is a line of plain words is the same to every shell. */
function programWords(command: string): string[] {
  // No shell takes other white space for the end of a word.
  if (!/[ \t]/.test(command) || /^[A-Z]:\\Program Files/i.test(command)) return [programName(command)]
  const words = command.split(/[ \t]+/)
  if (words.some((word) => !/^[\w@/.:=+,\\-]+$/.test(word)))
    throw new Doubt(`${quoted(command)} is a line of a shell: put its words into args`)
  return [programName(words[0] ?? ''), ...words.slice(1)]
}

/** Folders that no repository writes to. */
const SYSTEM =
  /^(?:(?:\/usr|\/usr\/local|\/opt\/homebrew)?\/bin\/|[A-Z]:\\(?:Program Files(?: \(x86\))?\\)?nodejs\\)(?=[\w.-]+$)/i

function programName(command: string): string {
  const name = command.replace(SYSTEM, '')
  if (/[\\/]/.test(name) || isTemplate(name))
    throw new Doubt(`${quoted(command)} is a program of its own, whatever its name: run one by its bare name`)
  return name.replace(/\.(?:exe|cmd)$/i, '')
}

function commandSource(words: string[], surroundings: Surroundings): Source {
  const runner = RUNNERS.find(({ words: own }) => own.every((word, i) => words[i] === word))
  if (runner === undefined)
    throw new Doubt(
      `it runs ${quoted(words.slice(0, 2).join(' '))}, which is no way to run a package that is known here`,
    )
  const { spec, rest } = specOf(words.slice(runner.words.length), runner)
  if (runner.kind === 'oci') return imageRun(spec, rest, runner)
  const found = runner.kind === 'npm' ? npmSpecSource(spec) : pypiSource(spec)
  if ('doubt' in found) return found
  const [name, version] = splitSpec(spec)
  const why = runner.kind === 'npm' ? surroundings.npmRun(name, version !== '') : surroundings.pypi()
  if (why !== null) return { doubt: why }
  const bridge = runner.kind === 'npm' && Object.hasOwn(BRIDGES, name) ? BRIDGES[name] : undefined
  return bridge === undefined ? found : bridged(rest, bridge)
}

/** The package that a runner is given, and what it hands on to it. */
function specOf(args: string[], runner: Runner): { spec: string; rest: string[] } {
  const packages: string[] = []
  let [at, isOpen] = [0, true]
  for (; at < args.length && isOpen && args[at]?.startsWith('-'); at += 1) {
    const word = args[at] as string
    const [option = '', value] = word.split(/=(.*)/s)
    if (word === '--') isOpen = false
    else if (runner.packages.includes(option)) packages.push(value ?? args[++at] ?? '')
    else if (runner.values.includes(option)) checkValue(option, value ?? args[++at] ?? '')
    else if (!runner.flags.includes(word))
      throw new Doubt(`it is run with ${quoted(option)}, which can make it run something else: leave it out`)
  }
  const [first, ...rest] = args.slice(at)
  if (first === undefined) throw new Doubt('it names no package to run')
  if (isOpen && runner.readsAll) checkRest(rest, runner)
  if (packages.length === 0) return { spec: first, rest }
  const [spec = '', ...more] = packages
  if (more.length > 0 || !isProgramOf(spec, first))
    throw new Doubt(
      `it runs ${quoted(first)} out of ${quoted(packages.join(', '))}, which may be of another package`,
    )
  return { spec, rest }
}

/** A program that has the name of its package. */
const isProgramOf = (spec: string, program: string): boolean =>
  plain(spec.replace(/^@[^/]*\//, '').split(/[@[=<>!~]/)[0] ?? '') === plain(program)

const plain = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, '-')

function checkRest(rest: string[], runner: Runner): void {
  const end = rest.indexOf('--')
  const own = end < 0 ? rest : rest.slice(0, end)
  const other = own.find((word) => word.startsWith('-') && !runner.flags.includes(word))
  if (other !== undefined)
    throw new Doubt(
      `npm takes ${quoted(other)} for its own, which can make it run something else: put -- before it`,
    )
}

function checkValue(option: string, value: string): void {
  const [name = ''] = value.split('=', 1)
  if (/^(?:-e|--env)$/.test(option) && isRiskyVariable(name))
    throw new Doubt(`its variable ${quoted(name)} can make it run something else: take it out`)
  if (option === '--pull' && value !== 'always' && value !== 'missing')
    throw new Doubt('it runs an image of this machine, which nobody else knows: leave --pull out')
}

function imageRun(image: string, rest: string[], { words }: Runner): Source {
  const found = imageSource(image)
  if ('doubt' in found) return found
  if (words[0] === 'podman' && !/^[^/]*[.:][^/]*\//.test(image))
    return { doubt: `podman may take ${quoted(image)} from another registry: write docker.io/ before it` }
  if (rest[0] !== undefined && !/^--?[a-z]/i.test(rest[0]))
    return { doubt: `${quoted(rest[0])} may be run in the place of the image's own program: leave it out` }
  return found
}

/** The server that a bridge leads to, where its arguments say that of one address alone. */
function bridged(rest: string[], { before, flags, values }: (typeof BRIDGES)[string]): Source {
  const words =
    before.includes(rest[0] ?? '') || before.length === 0 ? rest.slice(before.length === 0 ? 0 : 1) : []
  const [address, ...more] = words
  if (address === undefined)
    throw new Doubt('it leads to no address that is known here: put the address first')
  for (let at = 0; at < more.length; at += 1) {
    const word = more[at] as string
    if (values.includes(word)) {
      at += 1
      if (word === '--header') checkHeader((more[at] ?? '').split(':', 1)[0] ?? '')
    } else if (!flags.includes(word) && !/^\d{1,5}$/.test(word))
      throw new Doubt(`it is run with ${quoted(word)}, which may lead elsewhere: leave it out`)
  }
  return endpointSource(address)
}
