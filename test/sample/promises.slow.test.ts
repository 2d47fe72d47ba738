import { beforeAll, describe, expect, it } from 'vitest'
import { MARKET_OUTAGE_DAYS, SAMPLE_DAYS } from '../../sample/sample.ts'
import { type DayReading, type Listed, readDay, repositoryUrl } from './reader.ts'

const DAY_MS = 86_400_000

/** State of one agent on one day; null if it is not present. */
interface State {
  isAlive: boolean
  hasNumbers: boolean
}

/** The latest public act decides: fewer than thirty days before the date is alive. */
function isAlive(acts: (string | null)[], day: string): boolean {
  const latest = acts
    .filter((act) => act !== null)
    .sort()
    .at(-1)
  return latest !== undefined && (Date.parse(day) - Date.parse(latest.slice(0, 10))) / DAY_MS < 30
}

/** The repository counts where the name agrees with its owner, or is under a domain. */
function creditedRepository(listed: Listed): string | null {
  const [account] = listed.server.name.replace(/^io\.github\./, '').split('/')
  const repository = repositoryUrl(listed)
  const isProven = !listed.server.name.startsWith('io.github.') || repository?.split('/')[0] === account
  return isProven ? repository : null
}

function stateOfServer(reading: DayReading, day: string, name: string): State | null {
  const listed = reading.servers.get(name)
  if (listed?.status !== 'active') return null
  const repository = reading.repositories.get(creditedRepository(listed) ?? '') ?? null
  return {
    isAlive: isAlive([listed.updatedAt, repository?.pushedAt ?? null], day),
    hasNumbers: repository !== null,
  }
}

function stateOfLab(reading: DayReading, day: string, id: string): State {
  const lab = reading.catalog.developers.find((developer) => developer.id === id)
  const found = (lab?.repositories ?? []).flatMap((name) => reading.repositories.get(name) ?? [])
  return {
    isAlive: isAlive(
      found.map(({ pushedAt }) => pushedAt),
      day,
    ),
    hasNumbers: found.length > 0,
  }
}

function stateOfFamily(reading: DayReading, id: string): Pick<State, 'hasNumbers'> {
  const family = reading.catalog.families.find((family) => family.id === id)
  const patterns = (family?.arena ?? []).map((pattern) => new RegExp(pattern, 'i'))
  const models = [...reading.boards.values()].flatMap((board) => [...board.keys()])
  return { hasNumbers: models.some((model) => patterns.some((pattern) => pattern.test(model))) }
}

describe.each([1, 20_260_101])('the sample of seed %i', (seed) => {
  let days: DayReading[]
  let servers: string[]
  beforeAll(async () => {
    days = []
    for (const day of SAMPLE_DAYS) days.push(await readDay(day, seed))
    servers = [...new Set(days.flatMap((reading) => [...reading.servers.keys()]))]
  })

  const status = (day: number, name: string): string | null => days[day]?.servers.get(name)?.status ?? null
  /** Counts, over all servers and pairs of days, those for which a predicate of a day and the next is true. */
  const times = (isTrue: (name: string, day: number) => boolean): number =>
    servers.flatMap((name) => SAMPLE_DAYS.map((_, day) => day > 0 && isTrue(name, day))).filter(Boolean)
      .length
  /** The same for the states of all agents that have one on both days. */
  function countChanges(isTrue: (before: State, after: State) => boolean): number {
    const lives = [
      ...servers.map((name) =>
        days.map((reading, day) => stateOfServer(reading, SAMPLE_DAYS[day] as string, name)),
      ),
      ...(days[0]?.catalog.developers ?? []).map(({ id }) =>
        days.map((reading, day) => stateOfLab(reading, SAMPLE_DAYS[day] as string, id)),
      ),
    ]
    return lives.flatMap((life) =>
      life.filter((after, day) => {
        const before = day > 0 ? life[day - 1] : null
        return before && after && isTrue(before, after)
      }),
    ).length
  }

  it('has thirty consecutive days and about three hundred agents', () => {
    const gaps = SAMPLE_DAYS.slice(1).map((day, i) => Date.parse(day) - Date.parse(SAMPLE_DAYS[i] as string))
    expect(SAMPLE_DAYS).toHaveLength(30)
    expect(new Set(gaps)).toEqual(new Set([DAY_MS]))
    expect(servers).toHaveLength(250)
    expect(days[0]?.catalog.families).toHaveLength(25)
    expect(days[0]?.catalog.developers).toHaveLength(25)
  })

  it('bears servers', () => {
    const born = (name: string, day: number) =>
      status(day, name) !== null &&
      SAMPLE_DAYS.slice(0, day).every((_, before) => status(before, name) === null)
    expect(times(born)).toBeGreaterThanOrEqual(10)
  })

  it('lets servers go in each of the three ways', () => {
    const vanished = (name: string, day: number) =>
      status(day - 1, name) !== null && days.slice(day).every((reading) => !reading.servers.has(name))
    const changedTo = (to: string) => (name: string, day: number) =>
      status(day - 1, name) === 'active' && status(day, name) === to
    expect(times(vanished)).toBeGreaterThanOrEqual(5)
    expect(times(changedTo('deleted'))).toBeGreaterThanOrEqual(5)
    expect(times(changedTo('deprecated'))).toBeGreaterThanOrEqual(5)
  })

  it('brings servers back: after a deletion, and after a day on which they were not listed', () => {
    const restored = (name: string, day: number) =>
      status(day - 1, name) === 'deleted' && status(day, name) === 'active'
    const missed = (name: string, day: number) =>
      status(day - 1, name) !== null && status(day, name) === null && status(day + 1, name) !== null
    expect(times(restored)).toBeGreaterThanOrEqual(3)
    expect(times(missed)).toBeGreaterThanOrEqual(3)
  })

  it('has deaths and resurrections under the thirty-day rule', () => {
    expect(countChanges((before, after) => before.isAlive && !after.isAlive)).toBeGreaterThanOrEqual(5)
    expect(countChanges((before, after) => !before.isAlive && after.isAlive)).toBeGreaterThanOrEqual(5)
  })

  it('gives evidence to agents that lacked it, and takes it from a few', () => {
    const families = (days[0]?.catalog.families ?? []).filter(
      ({ id }) =>
        !stateOfFamily(days[0] as DayReading, id).hasNumbers &&
        stateOfFamily(days[29] as DayReading, id).hasNumbers,
    )
    expect(countChanges((before, after) => !before.hasNumbers && after.hasNumbers)).toBeGreaterThanOrEqual(5)
    expect(countChanges((before, after) => before.hasNumbers && !after.hasNumbers)).toBeGreaterThanOrEqual(1)
    expect(families.length).toBeGreaterThanOrEqual(2)
  })

  it('has repositories that several servers share, some with sub-folders, and some that nobody can see', () => {
    const named = [...(days[0] as DayReading).servers.values()]
      .map(repositoryUrl)
      .filter((name) => name !== null)
    const shared = new Set(named.filter((name, index) => named.indexOf(name) !== index))
    const missing = [...(days[29] as DayReading).repositories.values()].filter(
      (repository) => repository === null,
    )
    const unhoused = [...(days[0] as DayReading).servers.values()].filter(({ server }) => !server.repository)
    expect(shared.size).toBeGreaterThanOrEqual(8)
    expect(missing.length).toBeGreaterThanOrEqual(5)
    expect(unhoused.length).toBeGreaterThanOrEqual(20)
  })

  it('has a market that is down on its outage days and up on all others', () => {
    const down = SAMPLE_DAYS.filter((_, day) => days[day]?.market === null)
    expect(down).toEqual(MARKET_OUTAGE_DAYS)
    expect(down).toHaveLength(2)
  })

  it('moves stars and votes a little from day to day, and never shows a time to come', () => {
    const moved = { stars: 0, votes: 0 }
    for (const [day, reading] of days.entries()) {
      for (const [name, now] of reading.repositories) {
        const before = days[day - 1]?.repositories.get(name)
        expect((now?.pushedAt ?? '').slice(0, 10) <= (SAMPLE_DAYS[day] as string), name).toBe(true)
        if (!now || !before) continue
        expect(Math.abs(now.stars - before.stars), name).toBeLessThanOrEqual(3 + before.stars * 0.05)
        expect((now.pushedAt ?? '') >= (before.pushedAt ?? ''), name).toBe(true)
        if (now.stars !== before.stars) moved.stars++
      }
      for (const { updatedAt, publishedAt } of reading.servers.values())
        expect(
          [updatedAt, publishedAt].every((time) => time.slice(0, 10) <= (SAMPLE_DAYS[day] as string)),
        ).toBe(true)
      for (const [board, entries] of reading.boards)
        for (const [model, { votes }] of entries)
          if (votes !== days[day - 1]?.boards.get(board)?.get(model)?.votes) moved.votes++
    }
    expect(moved.stars).toBeGreaterThan(500)
    expect(moved.votes).toBeGreaterThan(500)
  })
})
