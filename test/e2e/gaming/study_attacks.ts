import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { singleAttacks } from '../../../lab/gaming/attacks.ts'
import { build } from '../../../lab/gaming/build.ts'
import { type Result, study } from '../../../lab/gaming/study.ts'
import { findVictims } from '../../../lab/gaming/victims.ts'
import { openWorld } from '../../../lab/gaming/world.ts'
import type { Database } from '../../../pipeline/model/database.ts'

/** The lines of the page with the whole study. */
export const PAGE = readFileSync(
  join(import.meta.dirname, '../../../docs/reference/gaming.md'),
  'utf8',
).split('\n')

/** A part of the study, and the database of its world. */
export interface PartOfStudy {
  db: Database
  results: Result[]
  close(): void
}

/** Runs the attacks of some names, against the payment rules alone. */
export async function studyAttacks(names: readonly string[]): Promise<PartOfStudy> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-gaming-'))
  const db = await openWorld(folder)
  const attacks = singleAttacks(await findVictims(db)).filter(({ name }) => names.includes(name))
  return {
    db,
    results: await study(db, await build(db, []), attacks),
    close() {
      db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
