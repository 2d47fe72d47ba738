import { SAMPLE_DAYS, toTime } from './days.ts'
import { PLACES, toTitle } from './names.ts'
import { between, choose, type Random } from './prng.ts'
import type { Role } from './roles.ts'
import type { ServerLife } from './servers.ts'

/** Accounts whose servers are named by a domain instead, which the registry requires a publisher to prove. */
const WITH_DOMAIN = new Set(PLACES.filter((_, index) => index % 5 === 4).map((place) => `sample-${place}`))

/** The name of an owner's server in the registry. */
const registryName = (owner: string, thing: string): string =>
  `${WITH_DOMAIN.has(owner) ? 'example' : 'io.github'}.${owner}/${thing}`

/** A publisher's description of a server, with a random number of fields filled in. */
export function describeServer(
  random: Random,
  owner: string,
  thing: string,
): Omit<ServerLife, 'versions' | 'turns'> {
  const packages = buildPackages(random, owner, thing)
  return {
    name: registryName(owner, thing),
    title: random() < 0.75 ? `Sample ${toTitle(thing)}` : null,
    description: `Sample: ${toTitle(thing).toLowerCase()} of an invented place, for tests of this index.`,
    websiteUrl: random() < 0.4 ? `https://${owner}.example/${thing}` : null,
    repository: null,
    packages,
    remotes: packages.length === 0 || random() < 0.3 ? buildRemotes(random, owner, thing) : [],
  }
}

/** An address of a repository, in one of the forms that publishers use. */
export function repositoryUrl(random: Random, owner: string, name: string): string {
  const plain = `https://github.com/${owner}/${name}`
  const forms = [plain, plain, plain, plain, plain, `${plain}.git`, `${plain}/`, `git+${plain}.git`] as const
  return choose(random, [...forms, `https://github.com/${owner.toUpperCase()}/${name}`])
}

/** Publication times of the versions, by the history and the turn of a role. */
export function buildVersions(
  random: Random,
  { history, turn }: Pick<Role, 'history' | 'turn'>,
): ServerLife['versions'] {
  const times = versionDays(random, history, turn).filter((at) => at < SAMPLE_DAYS.length)
  return times
    .sort((a, b) => a - b)
    .map((at, number) => ({ version: `1.${number}.0`, publishedAt: toTime(at) }))
}

function versionDays(random: Random, history: Role['history'], turn: number): number[] {
  const first = -between(random, 200, 480) + random()
  const rested = -between(random, 50, 190) + random()
  switch (history) {
    case 'old':
      return [first, rested]
    case 'updated':
      return [first, rested, turn + random()]
    case 'born':
      return [turn + random() / 2, turn + between(random, 4, 40) + random()]
    case 'any': {
      const later = Array.from({ length: between(random, 0, 5) }, () => first + random() * (40 - first))
      return [first, ...later]
    }
  }
}

/** Settings that some packages ask their users for. */
const KEYED = {
  environmentVariables: [
    { name: 'SAMPLE_API_KEY', description: 'Sample: a key.', isRequired: true, isSecret: true },
    { name: 'SAMPLE_REGION', description: 'Sample: a place.', default: 'north' },
  ],
}
const WITH_FOLDER = {
  runtimeHint: 'uvx',
  packageArguments: [
    { type: 'positional', value: 'serve' },
    { type: 'named', name: '--folder', valueHint: 'folder', isRequired: true },
  ],
}
const TOKEN = { name: 'Authorization', value: 'Bearer {token}', isRequired: true, isSecret: true }

function buildPackages(random: Random, owner: string, thing: string): ServerLife['packages'] {
  return [
    { registryType: 'npm', identifier: `@${owner}/${thing}`, settings: thing.length % 2 === 0 ? KEYED : {} },
    { registryType: 'pypi', identifier: `${owner}-${thing}`, settings: WITH_FOLDER },
    { registryType: 'oci', identifier: `images.${owner}.example/${thing}` },
  ].filter(() => random() < 0.4)
}

function buildRemotes(random: Random, owner: string, thing: string): ServerLife['remotes'] {
  const url = `https://mcp.${owner}.example/${thing}`
  const headers = thing.length % 3 === 0 ? { headers: [TOKEN] } : {}
  const remotes = [{ type: 'streamable-http', url, ...headers }]
  return random() < 0.2 ? [...remotes, { type: 'sse', url: `${url}/sse` }] : remotes
}
