import { hostileServers } from './hostile.ts'
import { LABS } from './labs.ts'
import { PLACES, THINGS } from './names.ts'
import { createRandom, type Random, shuffle } from './prng.ts'
import { type Role, roles } from './roles.ts'
import { buildVersions, describeServer, repositoryUrl } from './server_parts.ts'
import type { Population, ServerLife } from './servers.ts'
import { sharedServers } from './shared.ts'

const SIZE = 250
const OWNERS = [...PLACES.map((place) => `sample-${place}`), ...LABS.slice(0, 12).map(({ id }) => id)]

/** All servers of the registry, of every kind. */
export function population(seed: number): Population {
  const apart = [sharedServers(seed), hostileServers(seed)]
  const left = SIZE - apart.flatMap(({ servers }) => servers).length
  const random = createRandom(seed, 'population')
  const own = shuffle(random, roles(random, left)).map((role, index) =>
    ownServer(seed, role, OWNERS[index % OWNERS.length] as string, Math.floor(index / OWNERS.length)),
  )
  const groups = [...own, ...apart]
  return {
    servers: groups.flatMap(({ servers }) => servers),
    repositories: groups.flatMap(({ repositories }) => repositories),
  }
}

/** The `nth` server of an owner: names are unique. */
function ownServer(seed: number, role: Role, owner: string, nth: number): Population {
  const thing = shuffle(createRandom(seed, 'things', owner), THINGS)[nth] as string
  const random = createRandom(seed, 'server', owner, thing)
  const described = describeServer(random, owner, thing)
  const life = { versions: buildVersions(random, role), turns: role.turns }
  const server = { ...described, ...life, repository: nameRepository(random, role, owner, thing) }
  if (role.repository === null || role.repository === 'borrowed')
    return { servers: [server], repositories: [] }
  const description = `Sample: MCP server ${thing} by an invented owner.`
  return { servers: [server], repositories: [{ owner, name: thing, description, ...role.repository }] }
}

/** The repository that a server names: its own, none, or a well-known one of somebody else. */
function nameRepository(
  random: Random,
  { repository }: Role,
  owner: string,
  thing: string,
): ServerLife['repository'] {
  if (repository === null) return null
  const [other, name] = repository === 'borrowed' ? ['sample-labs-03', 'toolkit'] : [owner, thing]
  return { url: repositoryUrl(random, other, name), source: 'github' }
}
