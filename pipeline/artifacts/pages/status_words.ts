import { daysBefore } from '../../../core/domain/dates.ts'
import { shortDay, thousands } from '../../../core/pages/numbers.ts'
import type { Gap } from '../coverage.ts'
import type { SourceRow } from '../site.ts'
import type { StatusFacts } from '../status.ts'

/** Days with a square. */
const SQUARES = 30
/** The most chains or sources that a line names. */
const MAX_NAMES = 6

type RunState = 'fine' | 'look' | 'none'

/** The square of a day. */
export interface RunSquare {
  state: RunState
  says: string
}

type Run = StatusFacts['runs'][number]

const count = (number: number, singular: string, plural: string): string =>
  `${thousands(number)} ${number === 1 ? singular : plural}`

/** A day is fine when no source failed: parts follow on later days, and what has no key is not asked. */
const toState = ({ sources_failed: failed }: Run): RunState => (failed > 0 ? 'look' : 'fine')

/** Returns how many sources were read, in part, failed or not asked, e.g. `14 of 23 sources read, 5 in part`. */
function describeRun(run: Run): string {
  const { sources_ok: ok, sources_part: part, sources_failed: failed, sources_skipped: skipped } = run
  const more = [
    ...(part > 0 ? [`${part} in part`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} not asked`] : []),
  ]
  const all = ok + part + failed + skipped
  return [`${ok} of ${count(all, 'source', 'sources')} read`, ...more].join(', ')
}

/** Returns how the day went: a state, and a sentence that begins with the day. */
export function describeDay(day: string, runs: readonly Run[]): RunSquare {
  const run = runs.find((listed) => listed.day === day)
  if (run === undefined) return { state: 'none', says: `${shortDay(day)}: no run is recorded.` }
  const state = toState(run)
  const went = state === 'fine' ? 'went well' : 'went through, and something needs a look'
  return { state, says: `${shortDay(day)} ${went}. ${describeRun(run)}.` }
}

/** Returns the squares of the last days, the oldest first. */
export const runSquares = (day: string, runs: readonly Run[]): RunSquare[] =>
  Array.from({ length: SQUARES }, (_, index) => {
    const date = daysBefore(day, SQUARES - 1 - index)
    const run = runs.find((listed) => listed.day === date)
    return run === undefined
      ? { state: 'none', says: `${shortDay(date)}: no run` }
      : { state: toState(run), says: `${shortDay(date)}: ${describeRun(run)}` }
  })

/** A matter that somebody has to look at. */
export interface LookAt {
  what: string
  fix: string | null
}

/** Returns what has to be looked at: sources first, then chains that cannot be read. */
export function listLookAt(sources: readonly SourceRow[], gaps: readonly Gap[]): LookAt[] {
  const shown = sources.filter(
    ({ outcome, stale_since, last_ok_on }) =>
      outcome === 'failed' || stale_since !== null || last_ok_on === null,
  )
  return [
    ...shown.map((source) => lookAtSource(source, gaps)),
    ...lookAtChains(gaps.filter(({ kind, chain }) => kind === 'blocks' && chain !== null)),
  ]
}

function lookAtSource(
  { name, title, outcome, stale_since, last_ok_on }: SourceRow,
  gaps: readonly Gap[],
): LookAt {
  const gap = gaps.find(({ source, chain }) => source === name && chain === null)
  const since =
    last_ok_on === null
      ? 'never read'
      : stale_since === null
        ? `${outcome} today`
        : `stale since ${shortDay(stale_since)}`
  return { what: `${title}: ${since}${gap === undefined ? '' : `, ${gap.reason}`}`, fix: gap?.fix ?? null }
}

function lookAtChains(gaps: readonly Gap[]): LookAt[] {
  const names = [...new Set(gaps.map(({ chain, chain_name }) => chain_name ?? chain ?? ''))].sort()
  if (names.length === 0) return []
  const more = names.length - MAX_NAMES
  const list = `${names.slice(0, MAX_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return [
    {
      what: `${count(names.length, 'chain has', 'chains have')} blocks that were not read: ${list}`,
      fix: 'Each chain below says why, and what mends it.',
    },
  ]
}

const OUTCOMES: Record<SourceRow['outcome'], string> = {
  ...{ ok: 'read', part: 'read in part', failed: 'failed', skipped: 'not asked' },
}

/** Returns what became of a source, in words: one that asked nobody, since nothing was due, was not read. */
export const describeOutcome = ({ outcome, requests, rows }: SourceRow): string =>
  outcome === 'ok' && requests === 0 && rows === 0 ? 'nothing was due' : OUTCOMES[outcome]

/** Returns how fresh the rows of a source are. */
export function describeFreshness({ last_ok_on, stale_since }: SourceRow, day: string): string {
  if (last_ok_on === null) return 'never read'
  if (stale_since !== null) return `stale since ${shortDay(stale_since)}`
  return last_ok_on === day ? 'fresh' : 'not due today'
}
