import { type Dependency, type DependencyKey, dependencyOn } from './dependency.ts'
import { parseJsonc } from './jsonc.ts'
import { npmSource, quote } from './names.ts'

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']
const MANAGER = /^(?:npm|pnpm|yarn|bun)@\d[\w.+-]*$/

/** Callbacks for entries of a package.json that change the meaning of names. */
interface Doubts {
  all(why: string): void
  named(name: string, why: string): void
  program(name: string, why: string): void
}

export const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Returns the dependencies of a package.json, once for each requested version. Throws SyntaxError. */
export function npmDependencies(
  text: string,
  file: string,
  surroundings: { npm(name: string): string | null },
): Dependency[] {
  const { value, doubled } = parseJsonc(text)
  return specs(asObject(value)).map(([name, spec]) => {
    const found = doubled.length > 0 ? doubledSource(doubled) : specSource(name, spec)
    const reason = 'key' in found ? surroundings.npm(name) : null
    return dependencyOn(file, name, reason === null ? found : { doubt: reason })
  })
}

/** The reason where a file says a key twice. */
export const doubledSource = ([key = '']: string[]): { doubt: string } => ({
  doubt: `the file has ${quote(key)} twice, of which readers take different ones: keep one`,
})

function specs(manifest: Record<string, unknown>): [name: string, spec: unknown][] {
  const all = KINDS.flatMap((kind) => Object.entries(asObject(manifest[kind])))
  const known = new Set<string>()
  return all.filter(([name, spec]) => {
    const id = JSON.stringify([name, spec])
    return !known.has(id) && known.add(id)
  })
}

function specSource(name: string, spec: unknown): DependencyKey {
  if (typeof spec === 'string') return npmSource(name, spec)
  return { doubt: `what is asked for of ${quote(name)} is no text` }
}

/**
 * Reports entries of a package.json that change the meaning of names: aliases, overrides, packages and programs of its
 * own.
 */
export function readPackageManifest(text: string, file: string, doubts: Doubts): void {
  const parsed = parsedOrNull(text)
  if (parsed === null) {
    // A package manager cannot read it either; for the root it is reported as an unread file.
    if (!file.includes('/')) doubts.all(`${file} is not JSON`)
    return
  }
  const manifest = asObject(parsed.value)
  if (parsed.doubled.length > 0) doubts.all(`in ${file} ${doubledSource(parsed.doubled).doubt}`)
  const { name, bin, packageManager, pnpm } = manifest
  if (packageManager !== undefined && !MANAGER.test(String(packageManager)))
    doubts.all(`${file} names a package manager by more than its version`)
  for (const [dependency, spec] of specs(manifest))
    if ('doubt' in specSource(dependency, spec))
      doubts.named(dependency, `${file} asks for ${quote(`${dependency}: ${String(spec)}`)} under that name`)
  if (typeof name === 'string')
    doubts.named(name, `${file} is a package of that name, which is taken in its place`)
  for (const program of programs(name, bin))
    doubts.program(program, `${file} has a program of that name: write ${program}@VERSION`)
  for (const rules of [manifest.overrides, manifest.resolutions, asObject(pnpm).overrides])
    readOverrides(rules, file, doubts)
  for (const patched of [manifest.patchedDependencies, asObject(pnpm).patchedDependencies])
    for (const key of Object.keys(asObject(patched))) doubts.named(overridden(key), `${file} patches it`)
}

function parsedOrNull(text: string): ReturnType<typeof parseJsonc> | null {
  try {
    return parseJsonc(text)
  } catch {
    return null
  }
}

const programs = (name: unknown, bin: unknown): string[] =>
  typeof bin === 'string' ? [String(name).replace(/^@[^/]*\//, '')] : Object.keys(asObject(bin))

/** A rule for another version of the same package changes nothing that an index could distinguish. */
function readOverrides(rules: unknown, file: string, doubts: Doubts): void {
  for (const [key, rule] of Object.entries(asObject(rules))) {
    const name = overridden(key)
    if (typeof rule === 'object')
      readOverrides(rule, file, {
        ...doubts,
        named: (inner, reason) => doubts.named(inner === '.' ? name : inner, reason),
      })
    else if (
      !(typeof rule === 'string' && (rule.startsWith('$') || 'key' in npmSource(name, rule))) ||
      name === '.'
    )
      doubts.named(name, `${file} puts ${quote(String(rule))} in its place`)
  }
}

/** The package that a rule is about, such as `a>b` or `b@1`. */
function overridden(key: string): string {
  const last = key.split('>').at(-1) ?? ''
  return /(?:^|\/)((?:@[^@/]+\/)?[^@/]+)(?:@.*)?$/.exec(last.slice(0, 300))?.[1] ?? last
}
