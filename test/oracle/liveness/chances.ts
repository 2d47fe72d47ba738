/** A group of comparable agents. */
export interface Group {
  /** Of days since the last sign of life: an index into SILENCES. */
  silence: number
  kind: string
  uptime: string
  host: string
}

/** On how many days an agent was in a group, and after how many of them it showed a sign within a week. */
export interface Cases extends Group {
  handle: string
  days: number
  shown: number
}

/** The probability of a sign in two weeks, and of how many agents it is; null where nobody is comparable. */
export interface Chance {
  probability: number | null
  cases: number | null
}

interface Share {
  agents: number
  share: number
}

/** The first days of a silence of each class; the last class has never shown a sign. */
export const SILENCES = [0, 1, 2, 3, 7, 14, 30]
const NEVER = SILENCES.length
/** Agents that the share of the coarser group counts as. */
const WEIGHT = 10

/** Counts shares of groups, from which the chance of an agent of a group is made. */
export function chancesIn(cases: Cases[]): (group: Group) => Chance {
  const shares = countShares(cases)
  return (group) => {
    const find = (...names: unknown[]): Share | undefined => shares.get(names.join(' '))
    const [kind, next] = [
      findKind(find, group),
      findKind(find, { ...group, silence: nextWeek(group.silence) }),
    ]
    const fine = find(group.silence, group.kind, group.uptime, group.host)
    const first = drawn(fine, kind.share)
    const millionths = first === null ? null : Math.round(1e6 * (1 - (1 - first) * (1 - (next.share ?? 0))))
    return {
      probability: millionths === null ? null : Math.round((millionths / 1e6) * 1e4) / 1e4,
      cases: fine !== undefined && fine.agents >= WEIGHT ? fine.agents : kind.agents,
    }
  }
}

/** The share of a kind after such a silence, drawn towards that of all kinds, and this towards all that are fresh, or are not. */
function findKind(
  find: (...names: unknown[]) => Share | undefined,
  { silence, kind }: Group,
): { share: number | null; agents: number | null } {
  const [own, silent, all] = [find(silence, kind), find(silence), find(silence === 0 ? 'fresh' : 'silent')]
  const known = [own, silent].find((share) => share !== undefined && share.agents >= WEIGHT) ?? all
  return { share: drawn(own, drawn(silent, all?.share ?? null)), agents: known?.agents ?? null }
}

/** A share drawn towards that of a coarser group. */
const drawn = (own: Share | undefined, coarser: number | null): number | null =>
  coarser === null
    ? null
    : ((own ? own.agents * own.share : 0) + WEIGHT * coarser) / ((own?.agents ?? 0) + WEIGHT)

/** The class of an agent that was silent for another week. */
const nextWeek = (silence: number): number => (silence < 4 ? 4 : silence === 4 ? 5 : silence)

/** The share of days after which a sign followed, by the names of each group, from fine to coarse. */
function countShares(cases: Cases[]): Map<string, Share> {
  const sums = new Map<string, { handles: Set<string>; days: number; shown: number }>()
  for (const { silence, kind, uptime, host, handle, days, shown } of cases)
    for (const name of [
      ...[[silence, kind, uptime, host], [silence, kind], [silence]].map((names) => names.join(' ')),
      silence === 0 ? 'fresh' : 'silent',
    ]) {
      const sum = sums.get(name) ?? { handles: new Set(), days: 0, shown: 0 }
      sum.handles.add(handle)
      sums.set(name, { handles: sum.handles, days: sum.days + days, shown: sum.shown + shown })
    }
  return new Map(
    [...sums].map(([name, { handles, days, shown }]) => [
      name,
      { agents: handles.size, share: shown / days },
    ]),
  )
}

/** The class of a silence since a date; null: there never was a sign. */
export const classifySilence = (days: number | null): number =>
  days === null ? NEVER : SILENCES.findLastIndex((first) => first === 0 || first <= days)
