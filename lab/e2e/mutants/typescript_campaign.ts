import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withCopy } from './copy.ts'
import { createMutant, type Outcome } from './mutant.ts'
import { type Plan, selectFiles } from './plan.ts'
import { ROOMS, type Room, TABLES } from './rooms.ts'
import { runStryker, type StrykerNote } from './stryker.ts'

/** Outcomes by Stryker status; other statuses are not counted: not drawn, or not covered by a single test. */
const STATUSES: Record<string, Outcome['status']> = {
  Killed: 'killed',
  Timeout: 'killed',
  Survived: 'survived',
  NoCoverage: 'survived',
  RuntimeError: 'broken',
}

/** Hears of every mutant when its room is done, and of a room that could not be tried. */
interface Listener {
  mutant(outcome: Outcome): void
  failure(room: string, reason: string): void
}

/** Tries the mutants of the rooms of TypeScript, each in a copy of its own. */
export const tryTypeScript = (project: string, plan: Plan, listener: Listener): Promise<Outcome[]> =>
  tryRooms(ROOMS, (room) => tryRoom(project, room, plan), listener)

/**
 * Tries one folder after the other. A folder that cannot be tried, such as one with a failing test, does not stop the
 * others.
 */
export async function tryRooms(
  rooms: readonly Room[],
  tryOne: (room: Room) => Promise<Outcome[]>,
  listener: Listener,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const room of rooms) {
    try {
      const found = await tryOne(room)
      outcomes.push(...found)
      for (const outcome of found) listener.mutant(outcome)
    } catch (error) {
      listener.failure(room.name, error instanceof Error ? error.message : String(error))
    }
  }
  return outcomes
}

async function tryRoom(project: string, { name, files, tests }: Room, plan: Plan): Promise<Outcome[]> {
  const found = selectFiles(plan, globSync(files, { cwd: project, exclude: TABLES }))
  if (found.length === 0) return []
  return withCopy(project, (copy) => tryFiles(copy, name, found, tests, plan))
}

/** Tries the mutants of some files in a folder that is thrown away, with some of the tests there. */
export async function tryFiles(
  folder: string,
  room: string,
  files: readonly string[],
  tests: readonly string[],
  plan: Plan,
): Promise<Outcome[]> {
  const texts = new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
  const notes = await runStryker(folder, { files, tests }, plan)
  return notes.flatMap((note) => outcomeOfNote(room, note, texts.get(note.path) ?? ''))
}

function outcomeOfNote(room: string, note: StrykerNote, text: string): Outcome[] {
  const status = STATUSES[note.status]
  if (status === undefined) return []
  const [start, end] = [note.location.start, note.location.end].map((place) => textOffset(text, place))
  const mutant = createMutant(note.path, text, { start: start ?? 0, end: end ?? 0, to: note.replacement })
  const by = note.killedBy?.[0]?.split('#')[0] ?? note.statusReason ?? note.status
  return [{ ...mutant, room, status, by }]
}

/** Returns the offset of a line and column, both from 1. */
const textOffset = (text: string, { line, column }: { line: number; column: number }): number =>
  text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, line) => sum + line.length + 1, column - 1)
