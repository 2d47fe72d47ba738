import type { DependencyKey } from './dependency.ts'
import { checkHeader, Doubt } from './doubt.ts'
import { endpointSource, imageSource, npmSpecSource, pypiSource, quote, splitSpec } from './names.ts'
import { isRiskyVariable, RUNNERS, type Runner } from './runners.ts'
import type { RepositorySettings } from './surroundings.ts'

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

/** Returns what a command runs: a package, an image, or the server behind a bridge. Throws Doubt. */
export function commandSource(words: string[], surroundings: RepositorySettings): DependencyKey {
  const runner = RUNNERS.find(({ words: own }) => own.every((word, i) => words[i] === word))
  if (runner === undefined)
    throw new Doubt(
      `it runs ${quote(words.slice(0, 2).join(' '))}, which is no way to run a package that is known here`,
    )
  const { spec, rest } = readSpec(words.slice(runner.words.length), runner)
  if (runner.kind === 'oci') return imageRun(spec, rest, runner)
  const found = runner.kind === 'npm' ? npmSpecSource(spec) : pypiSource(spec)
  if ('doubt' in found) return found
  const [name, version] = splitSpec(spec)
  const reason = runner.kind === 'npm' ? surroundings.npmRun(name, version !== '') : surroundings.pypi()
  if (reason !== null) return { doubt: reason }
  const bridge = runner.kind === 'npm' && Object.hasOwn(BRIDGES, name) ? BRIDGES[name] : undefined
  return bridge === undefined ? found : parseBridge(rest, bridge)
}

/** The package that a runner is given, and what it hands on to it. */
function readSpec(args: string[], runner: Runner): { spec: string; rest: string[] } {
  const packages: string[] = []
  let [at, isOpen] = [0, true]
  for (; at < args.length && isOpen && args[at]?.startsWith('-'); at += 1) {
    const word = args[at] as string
    const [option = '', value] = word.split(/=(.*)/s)
    if (word === '--') isOpen = false
    else if (runner.packages.includes(option)) packages.push(value ?? args[++at] ?? '')
    else if (runner.values.includes(option)) checkValue(option, value ?? args[++at] ?? '')
    else if (!runner.flags.includes(word))
      throw new Doubt(`it is run with ${quote(option)}, which can make it run something else: leave it out`)
  }
  const [first, ...rest] = args.slice(at)
  if (first === undefined) throw new Doubt('it names no package to run')
  if (isOpen && runner.readsAll) checkRest(rest, runner)
  if (packages.length === 0) return { spec: first, rest }
  const [spec = '', ...more] = packages
  if (more.length > 0 || !isNamedLike(spec, first))
    throw new Doubt(
      `it runs ${quote(first)} out of ${quote(packages.join(', '))}, which may be of another package`,
    )
  return { spec, rest }
}

/** A program that has the name of its package. */
const isNamedLike = (spec: string, program: string): boolean =>
  plain(spec.replace(/^@[^/]*\//, '').split(/[@[=<>!~]/)[0] ?? '') === plain(program)

const plain = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, '-')

function checkRest(rest: string[], runner: Runner): void {
  const end = rest.indexOf('--')
  const own = end < 0 ? rest : rest.slice(0, end)
  const other = own.find((word) => word.startsWith('-') && !runner.flags.includes(word))
  if (other !== undefined)
    throw new Doubt(
      `npm takes ${quote(other)} for its own, which can make it run something else: put -- before it`,
    )
}

function checkValue(option: string, value: string): void {
  const [name = ''] = value.split('=', 1)
  if (/^(?:-e|--env)$/.test(option) && isRiskyVariable(name))
    throw new Doubt(`its variable ${quote(name)} can make it run something else: take it out`)
  if (option === '--pull' && value !== 'always' && value !== 'missing')
    throw new Doubt('it runs an image of this machine, which nobody else knows: leave --pull out')
}

function imageRun(image: string, rest: string[], { words }: Runner): DependencyKey {
  const found = imageSource(image)
  if ('doubt' in found) return found
  if (words[0] === 'podman' && !/^[^/]*[.:][^/]*\//.test(image))
    return { doubt: `podman may take ${quote(image)} from another registry: write docker.io/ before it` }
  if (rest[0] !== undefined && !/^--?[a-z]/i.test(rest[0]))
    return { doubt: `${quote(rest[0])} may be run in the place of the image's own program: leave it out` }
  return found
}

/** The server that a bridge leads to, where its arguments say that of one address alone. */
function parseBridge(rest: string[], { before, flags, values }: (typeof BRIDGES)[string]): DependencyKey {
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
      throw new Doubt(`it is run with ${quote(word)}, which may lead elsewhere: leave it out`)
  }
  return endpointSource(address)
}
