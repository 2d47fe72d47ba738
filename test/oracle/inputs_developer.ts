import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { numberAt, textAt } from '../kit/json.ts'
import { creditedRepository, isPresent, listPackages, packageKey } from './claims.ts'
import type { Input } from './inputs.ts'
import type { Families } from './inputs_family.ts'
import { downloadInput, indexDownloads, input, parseTime } from './inputs_server.ts'
import type { Reading } from './readers/reading.ts'
import type { Readings } from './readings.ts'

/** Returns the inputs of a catalogued developer. */
export function developerInputs(
  id: string,
  readings: Readings,
  { developers, families }: Catalog,
  { members, getStanding }: Families,
): Input[] {
  const developer = developers.find((developer) => developer.id === id)
  if (!developer) return []
  const { repositories, servers, entries, apps } = readings
  const accounts = developer.github.map((account) => account.toLowerCase())
  const own = developer.repositories.flatMap((name) => {
    const repository = repositories.get(name.toLowerCase())
    if (!repository) return []
    const full = textAt(repository.item, 'full_name') ?? ''
    if (!accounts.includes(full.toLowerCase().split('/')[0] ?? '')) return []
    return [
      input('github_stars_total', full, numberAt(repository.item, 'stargazers_count'), null, repository),
      input('github_forks_total', full, numberAt(repository.item, 'forks_count'), null, repository),
      input('github_pushed_at', full, null, parseTime(textAt(repository.item, 'pushed_at')), repository),
    ]
  })
  const listed = [...servers].filter(([name, server]) => {
    const owner = isPresent(server)
      ? creditedRepository(name, server, readings, developers)?.owner
      : undefined
    return owner !== undefined && accounts.includes(owner)
  })
  const compared = families
    .filter((family) => family.organization === id)
    .flatMap((family) => {
      const there = (members.get(family.id)?.entries ?? [])
        .map((key) => ({ key, entry: entries.get(key) as Reading }))
        .filter(({ entry }) => entry.goneOn === null)
        .map(({ key, entry }) => ({ standing: getStanding(key), from: entry.response }))
      const best = Math.max(...there.map(({ standing }) => standing ?? -1))
      const from = there.filter(({ standing }) => (standing ?? -1) === best).map((family) => family.from)
      if (from.length === 0) return []
      const shared = { item: family.id, time: null, from }
      return [
        { key: 'families_on_arena', value: 1, ...shared },
        { key: 'families_best', value: best < 0 ? null : best, ...shared },
      ]
    })
  const ranked = [...apps.values()].filter(({ goneOn }) => goneOn === null)
  const routed = (developer.apps ?? []).flatMap((name) => {
    const called = ranked.filter(({ item }) => textAt(item, 'app_name')?.toLowerCase() === name.toLowerCase())
    // A name that two apps have is nobody's.
    return called.length === 1 ? called.map((app) => tokenInput(app)) : []
  })
  const curated = (developer.packages ?? []).map((name) => packageKey(name.replace(':', '/')))
  const packages = new Set([...curated, ...listed.flatMap(([, server]) => listPackages(server))])
  const downloads = indexDownloads(readings)
  return [
    ...own,
    ...listed.map(([name, server]) => input('mcp_servers', name, 1, null, server)),
    ...compared,
    ...routed,
    ...[...packages].flatMap((key) => downloadInput(key, downloads.get(key), 1)),
  ]
}

const tokenInput = (app: Reading): Input => {
  const tokens = Number(textAt(app.item, 'total_tokens'))
  return input('openrouter_app_tokens', textAt(app.item, 'app_name') ?? '', tokens, null, app)
}
