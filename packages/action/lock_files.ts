import { parseJsonc } from './jsonc.ts'
import { quote } from './names.ts'
import { asObject } from './package_json.ts'

const MAX_BYTES = 2 ** 25
const REGISTRIES = ['https://registry.npmjs.org/', 'https://registry.yarnpkg.com/']

/** Reader of lock files, and callback for a name that one of them resolves elsewhere. */
interface LockReader {
  read(file: string, most: number): string | null
  named(name: string, why: string): void
  program(name: string, why: string): void
}

/** Told where a lock file takes a package from, or a program that is run by that name. */
type Add = (name: string, from: string, kind?: 'named' | 'program') => void

const FILES: readonly { file: string; check(text: string, add: Add): void }[] = [
  { file: 'package-lock.json', check: checkNpm },
  { file: 'npm-shrinkwrap.json', check: checkNpm },
  { file: 'yarn.lock', check: checkYarn },
  { file: 'pnpm-lock.yaml', check: checkPnpm },
  { file: 'bun.lock', check: checkBun },
]

/** Reports each package that a lock file of a folder resolves to something else than the registry's of its name. */
export function readLocks(folder: string, reader: LockReader): void {
  for (const { file, check } of FILES) {
    const text = reader.read(`${folder}${file}`, MAX_BYTES)
    if (text !== null)
      check(text, (name, from, kind = 'named') =>
        reader[kind](name, `${folder}${file} takes it from ${quote(from)}`),
      )
  }
}

const isOwn = (name: string, address: string): boolean =>
  REGISTRIES.some((registry) => address.startsWith(`${registry}${name}/-/`))

function checkNpm(text: string, add: Add): void {
  const lock = asObject(parsedValue(text))
  const entries = [
    ...Object.entries(asObject(lock.packages)).map(
      ([path, entry]) => [path.split('node_modules/').at(-1), entry] as const,
    ),
    ...Object.entries(asObject(lock.dependencies)),
  ]
  for (const [name = '', entry] of entries) {
    const { resolved, link, name: other, bin } = asObject(entry)
    if (name === '') continue
    if (link === true || (other !== undefined && other !== name)) add(name, String(other ?? resolved))
    else if (resolved !== undefined && resolved !== false && !isOwn(name, String(resolved)))
      add(name, String(resolved))
    // npx prefers a program that lies there to a package of that name.
    for (const program of Object.keys(asObject(bin))) if (program !== name) add(program, name, 'program')
  }
}

function checkYarn(text: string, add: Add): void {
  for (const block of text.split(/\r?\n\r?\n/)) {
    const [head = '', ...lines] = block.split('\n').filter((line) => !line.startsWith('#'))
    const names = head.split(',').flatMap((part) => /^\s*"?((?:@[^@/"]+\/)?[^@/"]+)@/.exec(part)?.[1] ?? [])
    for (const line of lines) {
      const [, field, value = ''] = /^\s+(resolved|resolution):? "?([^"\s]+)/.exec(line) ?? []
      if (field === undefined) continue
      for (const name of names)
        if (!(field === 'resolved' ? isOwn(name, value) : isVersion(name, value, '@npm:'))) add(name, value)
    }
  }
}

/** True if an id is a version of a package, such as `name@npm:1.0.0`. */
const isVersion = (name: string, id: string, sign: string): boolean =>
  id.startsWith(name + sign) && /^[\w.+-]+$/.test(id.slice(name.length + sign.length))

function checkPnpm(text: string, add: Add): void {
  let name = ''
  for (const line of text.split('\n')) {
    const [, found] = /^ {2}'?\/?((?:@[^@/']+\/)?[^@/'\s]+)@.*:$/.exec(line) ?? []
    if (/^ {0,2}\S/.test(line)) name = found ?? ''
    const [, url] = /\b(?:tarball|repo|directory): ?([^,}\s]+)/.exec(line) ?? []
    if (name !== '' && url !== undefined && !isOwn(name, url)) add(name, url)
  }
}

function checkBun(text: string, add: Add): void {
  for (const [path, entry] of Object.entries(asObject(asObject(parsedValue(text)).packages))) {
    const [id, registry] = Array.isArray(entry) ? entry.map(String) : []
    const name = /(?:^|\/)((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1] ?? path
    if (id === undefined || !isVersion(name, id, '@')) add(name, String(id))
    else if (registry !== undefined && registry !== '' && !isOwn(name, registry)) add(name, registry)
  }
}

/** Parses JSON; a file that cannot be parsed is read by no package manager either. */
function parsedValue(text: string): unknown {
  try {
    return parseJsonc(text).value
  } catch {
    return null
  }
}
