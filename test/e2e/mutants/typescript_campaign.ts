import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inCopyOf } from './copy.ts'
import { mutantOf, type Outcome } from './mutant.ts'
import { filesOf, type Plan } from './plan.ts'
import { ROOMS, type Room } from './rooms.ts'
import { runStryker, type StrykerNote } from './stryker.ts'

/** What Stryker's words mean here; mutants with other words are no mutants: not drawn, or of no single test. */
const STATUSES: Record<string, Outcome['status']> = {
  Killed: 'killed',
  Timeout: 'killed',
  Survived: 'survived',
  NoCoverage: 'survived',
  RuntimeError: 'broken',
}

/** Tries the mutants of the rooms of TypeScript, each in a copy of its own; `tell` hears of each when a room is done. */
export async function tryTypeScript(
  project: string,
  plan: Plan,
  tell: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const room of ROOMS) {
    const found = await tryRoom(project, room, plan)
    for (const outcome of found) tell(outcome)
    outcomes.push(...found)
  }
  return outcomes
}

/** Tries the mutants of one room that a plan has in it. */
export async function tryRoom(project: string, room: Room, plan: Plan): Promise<Outcome[]> {
  const files = filesOf(plan, globSync(room.files, { cwd: project }))
  if (files.length === 0) return []
  const notes = await inCopyOf(project, (copy) => runStryker(copy, { files, tests: room.tests }, plan))
  return notes.flatMap((note) => outcomeOfNote(project, room.name, note))
}

function outcomeOfNote(project: string, room: string, note: StrykerNote): Outcome[] {
  const status = STATUSES[note.status]
  if (status === undefined) return []
  const text = readFileSync(join(project, note.path), 'utf8')
  const [start, end] = [note.location.start, note.location.end].map((place) => offsetOf(text, place))
  const mutant = mutantOf(note.path, text, { start: start ?? 0, end: end ?? 0, to: note.replacement })
  const by = note.killedBy?.[0]?.split('#')[0] ?? note.statusReason ?? note.status
  return [{ ...mutant, room, status, by }]
}

/** Where a line and column lie in a text. */
const offsetOf = (text: string, { line, column }: { line: number; column: number }): number =>
  text
    .split('\n')
    .slice(0, line)
    .reduce((sum, one) => sum + one.length + 1, column)
