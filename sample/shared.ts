import { PLACES, toTitle } from './names.ts'
import { createRandom } from './prng.ts'
import { buildVersions, describeServer } from './server_parts.ts'
import type { Population, ServerLife } from './servers.ts'

/** The folders of a repository, one server in each. */
const ROOMS = ['kitchen-desk', 'attic-desk', 'cellar-desk', 'porch-desk']
const WITH_FOLDERS = PLACES.slice(0, 5)
const WITHOUT_FOLDERS = PLACES.slice(5, 8)

/** Repositories of several servers each: five with a sub-folder for each server, three without. */
export function sharedServers(seed: number): Population {
  const groups = [
    ...WITH_FOLDERS.map((place) => sharedRepository(seed, `sample-${place}`, ROOMS, true)),
    ...WITHOUT_FOLDERS.map((place) => sharedRepository(seed, `sample-${place}`, ROOMS.slice(1), false)),
  ]
  return {
    servers: groups.flatMap(({ servers }) => servers),
    repositories: groups.flatMap(({ repositories }) => repositories),
  }
}

function sharedRepository(seed: number, owner: string, rooms: string[], hasFolders: boolean): Population {
  const name = hasFolders ? 'house' : 'cupboard'
  const servers = rooms.map((room): ServerLife => {
    const random = createRandom(seed, 'server', owner, room)
    const described = describeServer(random, owner, room)
    const repository = { url: `https://github.com/${owner}/${name}`, source: 'github' }
    return {
      ...described,
      title: `Sample ${toTitle(room)}`,
      repository: hasFolders ? { ...repository, subfolder: `servers/${room}` } : repository,
      // Servers without a folder share one package: it identifies none of them.
      packages: hasFolders ? described.packages : [{ registryType: 'npm', identifier: `@${owner}/${name}` }],
      versions: buildVersions(random, { history: 'any', turn: 0 }),
      turns: [],
    }
  })
  const description = `Sample: a repository with ${rooms.length} servers.`
  return { servers, repositories: [{ owner, name, description, temper: 'busy' }] }
}
