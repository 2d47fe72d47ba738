import type { Asked } from '../addresses.ts'
import { type Chance, chancesIn, classifySilence } from './chances.ts'
import type { PastLives } from './past_lives.ts'
import { daysFrom } from './signs.ts'

/** An agent as it is compared with others. */
export interface Compared {
  kind: string
  /** The date of its last sign of life. */
  lastOn: string | null
  addresses: (Asked | null)[]
}

/** Finds the chance that an agent shows a sign of life in two weeks. */
export type FindChance = (handle: string, compared: Compared) => Chance

/** Days of history, with the day itself, before which no chance is published. */
const HISTORY_DAYS = 28
const UPTIMES: [below: number, name: string][] = [
  ...([
    [1e-9, 'none'],
    [50, 'few'],
    [90, 'some'],
    [100, 'most'],
  ] as [number, string][]),
]

export function findChances({ since, cases, hosts }: PastLives, day: string): FindChance {
  if (since === null || daysFrom(since, day) < HISTORY_DAYS - 1)
    return () => ({ probability: null, cases: null })
  const findChance = chancesIn(cases)
  return (handle, { kind, lastOn, addresses }) => {
    const silence = classifySilence(lastOn === null ? null : daysFrom(lastOn, day))
    return findChance({ silence, kind, uptime: classifyUptime(addresses), host: hosts.get(handle) ?? '' })
  }
}

function classifyUptime(addresses: (Asked | null)[]): string {
  const sum = (count: (asked: Asked) => number): number =>
    addresses.reduce((total, asked) => total + (asked === null ? 0 : count(asked)), 0)
  const observed = sum((asked) => asked.observed)
  if (observed === 0) return 'unknown'
  const percent = Math.round((1e4 * sum((asked) => asked.answered)) / observed) / 100
  return UPTIMES.find(([below]) => percent < below)?.[1] ?? 'all'
}
