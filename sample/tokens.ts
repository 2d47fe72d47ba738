import { NEVER, SAMPLE_DAYS } from './days.ts'
import { between, createRandom, type Random } from './prng.ts'

/** A token of the sample over all its days; values by day index. */
export interface SampleToken {
  /** `sample-token-07` */
  id: string
  symbol: string
  name: string
  supply: number
  /** In millionths of a dollar. */
  prices: number[]
  /** In dollars traded on the day; 0 while it is dead. */
  volumes: number[]
  /** Locked in its protocol, in dollars; null where it has none. */
  locked: number[] | null
  /** The first and the end day index of its listing. */
  from: number
  until: number
}

const COUNT = 24
/** Events by number: death and perhaps return, a late listing, an early end of it. */
const DEATHS: Record<number, [number, number]> = {
  3: [4, NEVER],
  8: [9, 16],
  11: [6, NEVER],
  15: [13, 19],
  20: [21, NEVER],
}
const FROM: Record<number, number> = { 5: 6, 14: 15, 23: 24 }
const UNTIL: Record<number, number> = { 7: 11, 18: 22 }

/** By number: the day from which its trade and what is locked in it are so many times what they were. */
const TURNS: Record<number, [number, number]> = { 1: [2, 0.02], 4: [2, 80] }

const cache = new Map<number, SampleToken[]>()

/** All tokens of a seed. */
function tokens(seed: number): SampleToken[] {
  const all = cache.get(seed) ?? Array.from({ length: COUNT }, (_, index) => token(seed, index + 1))
  cache.set(seed, all)
  return all
}

/** The tokens that are listed on a day. */
export const selectTokens = (seed: number, day: number): SampleToken[] =>
  tokens(seed).filter(({ from, until }) => from <= day && day < until)

function token(seed: number, number: number): SampleToken {
  const digits = String(number).padStart(2, '0')
  const random = createRandom(seed, 'token', digits)
  const [dies, returns] = DEATHS[number] ?? [NEVER, NEVER]
  const isDead = (day: number) => dies <= day && day < returns
  const [since, factor] = TURNS[number] ?? [NEVER, 1]
  const turn = (amount: number, day: number) => (day < since ? amount : Math.ceil(amount * factor))
  const start = between(random, 400, 90_000)
  const prices = walk(random, start, 9).map((price, day, all) =>
    isDead(day) ? (all[dies - 1] as number) : price,
  )
  const base = between(random, 2_000, 3_000_000)
  return {
    ...{ id: `sample-token-${digits}`, symbol: `smpl${digits}`, name: `Sample Token ${digits}` },
    ...{ supply: between(random, 1, 900) * 1_000_000, prices },
    volumes: walk(random, base, 30).map((volume, day) => (isDead(day) ? 0 : turn(volume, day))),
    locked: number % 3 === 1 ? walk(random, between(random, 20_000, 9_000_000), 4).map(turn) : null,
    from: FROM[number] ?? 0,
    until: UNTIL[number] ?? NEVER,
  }
}

/** An integer for each day that moves by up to so many hundredths of itself. */
function walk(random: Random, start: number, hundredths: number): number[] {
  let level = start
  return SAMPLE_DAYS.map(() => {
    level = Math.max(
      1,
      Math.floor((level * (10_000 + between(random, -hundredths * 100, hundredths * 100))) / 10_000),
    )
    return level
  })
}
