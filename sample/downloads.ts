import { LABS } from './labs.ts'
import { between, createRandom, hash32 } from './prng.ts'
import { sampleWorld } from './world.ts'

export type PackageRegistry = 'npm' | 'pypi'

const LEVELS = [3, 12, 60, 60, 400, 2500, 18_000]
/** Percentage of the packages named by servers that were ever published. */
const PUBLISHED = 85

/** True if a package was published: most that servers name, and all of the labs. */
function isPublished(seed: number, registry: PackageRegistry, name: string): boolean {
  if (LABS.some(({ packages }) => packages.includes(`${registry}:${name}`))) return true
  const isNamed = sampleWorld(seed).servers.some(({ packages }) =>
    packages.some(({ registryType, identifier }) => registryType === registry && identifier === name),
  )
  return isNamed && hash32(`${seed} ${registry} ${name}`) % 100 < PUBLISHED
}

/** Downloads in a number of days before a day; null for a package that was never published. */
export const downloads = (...query: Parameters<typeof dailyDownloads>): number | null =>
  dailyDownloads(...query)?.reduce((sum, count) => sum + count, 0) ?? null

/** The same by day, the newest first. */
export function dailyDownloads(
  seed: number,
  registry: PackageRegistry,
  name: string,
  day: number,
  days: number,
): number[] | null {
  if (!isPublished(seed, registry, name)) return null
  const random = createRandom(seed, 'downloads', registry, name)
  const level = LEVELS[between(random, 0, LEVELS.length - 1)] as number
  const growth = between(random, -8, 20)
  return Array.from({ length: days }, (_, index) => onDay(seed, name, level, growth, day - 1 - index))
}

/** Less at weekends, a little more or less each day, and a trend in thousandths a day. */
function onDay(seed: number, name: string, level: number, growth: number, day: number): number {
  // The sample begins on a Thursday.
  const isWeekend = (((day + 4) % 7) + 7) % 7 === 6 || (((day + 4) % 7) + 7) % 7 === 0
  const wobble = 80 + (hash32(`${seed} ${name} ${day}`) % 41)
  return Math.max(
    0,
    Math.floor((level * (1000 + growth * day) * wobble * (isWeekend ? 55 : 100)) / 10_000_000),
  )
}
