import { table } from '../../../test/kit/table.ts'
import type { Outcome } from './mutant.ts'
import { findReason, REASONS, type Reason } from './reasons.ts'

/** Counts of mutants of a folder by outcome; broken ones are not counted. */
export interface Tally {
  mutants: number
  killed: number
  /** Those of the killed that only the golden days noticed. */
  late: number
  reasoned: number
  /** Those that survived and have no reason. */
  survived: number
}

/** Counts outcomes by room, in the order of the rooms' names. */
export function tallyByRoom(
  outcomes: readonly Outcome[],
  late: string | null,
  reasons: readonly Reason[] = REASONS,
): Map<string, Tally> {
  const rooms = [...new Set(outcomes.map(({ room }) => room))].sort()
  return new Map(
    rooms.map((room) => [
      room,
      tallyOutcomes(
        outcomes.filter((outcome) => outcome.room === room),
        late,
        reasons,
      ),
    ]),
  )
}

/** Counts outcomes. */
export function tallyOutcomes(
  outcomes: readonly Outcome[],
  late: string | null,
  reasons: readonly Reason[] = REASONS,
): Tally {
  const killed = outcomes.filter(({ status }) => status === 'killed')
  const alive = outcomes.filter(({ status }) => status === 'survived')
  const reasoned = alive.filter((outcome) => findReason(outcome, reasons) !== undefined).length
  return {
    mutants: killed.length + alive.length,
    killed: killed.length,
    late: killed.filter(({ by }) => by === late).length,
    reasoned,
    survived: alive.length - reasoned,
  }
}

/** The percentage of mutants that were killed or have a reason, 100 where there are none. */
export const killedPercentage = ({ mutants, survived }: Tally): number =>
  mutants === 0 ? 100 : (100 * (mutants - survived)) / mutants

/** The table that a reader sees: a line for each room, and one for all. */
export function tallyLines(tallies: Map<string, Tally>, all: Tally): string[] {
  const row = (name: string, tally: Tally): (string | number)[] => [
    name,
    tally.mutants,
    tally.killed,
    tally.late,
    tally.reasoned,
    tally.survived,
    `${killedPercentage(tally).toFixed(1)} %`,
  ]
  const head = ['room', 'mutants', 'killed', 'by golden alone', 'reasoned', 'survived', 'killed or reasoned']
  return table(head, [...[...tallies].map(([name, tally]) => row(name, tally)), row('all', all)])
}
