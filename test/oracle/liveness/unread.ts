import type { Catalog } from '../../../pipeline/catalog/catalog.ts'
import { textAt } from '../../kit/json.ts'
import { creditedRepository, isPresent, listPackages, packageKey, repositoryNamed } from '../claims.ts'
import { familyMembers } from '../inputs_family.ts'
import type { Readings } from '../readings.ts'
import { daysFrom } from './signs.ts'

/** Days after which the endpoints of a family's models count as unread. */
const ENDPOINT_DAYS = 7

/** Finds the kinds for which something of these records was never read that could show a sign of life. */
export type FindUnread = (records: string[]) => Set<string>

export function unreadIn(readings: Readings, catalog: Catalog, day: string): FindUnread {
  const { members } = familyMembers(readings, catalog, [], day)
  const packages = new Set([...readings.packages.keys()].map(packageKey))
  return (records) => {
    const kinds = records.flatMap((record) => {
      const id = record.slice(record.indexOf(':') + 1)
      const [kind, name = ''] = id.split('/')
      if (record.startsWith('mcp_registry:'))
        return isServerUnread(id, readings, catalog, packages) ? ['unaddressed'] : []
      if (!record.startsWith('catalog:')) return []
      if (kind === 'family')
        return isOfferUnread(members.get(name)?.offers ?? [], readings, day) ? ['model_family'] : []
      const developer = catalog.developers.find((developer) => developer.id === name)
      const isUnread = developer?.repositories.some((repository) =>
        isCodeUnread(repository.toLowerCase(), readings),
      )
      return isUnread ? ['developer'] : []
    })
    return new Set(kinds)
  }
}

/** True if the repository of a server, or one of its packages, was never read. */
function isServerUnread(
  name: string,
  readings: Readings,
  { developers }: Catalog,
  packages: Set<string>,
): boolean {
  const server = readings.servers.get(name)
  if (server === undefined || !isPresent(server)) return false
  const repository = creditedRepository(name, server, readings, developers)
  if (repository !== null && isCodeUnread(repository.name, readings)) return true
  return listPackages(server).some((key) => /^(?:npm|pypi)\//.test(key) && !packages.has(key))
}

/** True if GitHub neither told when a repository was pushed to, nor that there is none. */
function isCodeUnread(name: string, readings: Readings): boolean {
  if (readings.repositories.get(name) === null) return false
  return textAt(repositoryNamed(readings, name)?.item, 'pushed_at') === null
}

/** True if OpenRouter offers some of these models, and was not asked lately who serves any of them. */
function isOfferUnread(offers: string[], readings: Readings, day: string): boolean {
  const offered = offers.filter((id) => readings.offers.get(id)?.goneOn === null)
  const read = offered.flatMap((id) => readings.endpoints.get(id)?.response.date ?? [])
  const last = read.sort().at(-1)
  return offered.length > 0 && (last === undefined || daysFrom(last, day) >= ENDPOINT_DAYS)
}
