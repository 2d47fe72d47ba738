import { parseJson, sameBytes, toHex } from '../bytes.ts'
import { type Claim, toClaim } from '../claims.ts'
import { canonicalText } from '../jcs.ts'
import { jsonFileProblem } from '../json_file.ts'
import { replay } from '../tiles.ts'
import { type DayOfLog, type OpenLog, parseEntry, subjectFilePath } from './log.ts'

/** The newest entry about each subject. */
export type Newest = Map<string, { index: number; entry: Record<string, unknown> }>

/** Hashes every entry again, and compares all that is derived from them: tiles, lists of entries, days. */
export async function checkWholeLog(
  log: OpenLog,
  days: DayOfLog[],
): Promise<{ newest: Newest; claims: Claim[] }> {
  const newest: Newest = new Map()
  const subjects = new Map<string, Record<string, number[]>>()
  const [wrong, ends] = [[] as string[], new Map(days.map((day) => [day.log_size - 1, day]))]
  const { root, problems } = await replay(log.files, (bytes, index, rootHere) => {
    const entry = parseEntry(bytes, index)
    const subject = String(entry.subject)
    newest.set(subject, { index, entry })
    const path = subjectFilePath(subject)
    const list = subjects.get(path) ?? {}
    subjects.set(path, list)
    list[subject] = [...(list[subject] ?? []), index]
    const day = ends.get(index)
    wrong.push(...dayProblems(entry, index, day))
    if (day !== undefined && toHex(rootHere()) !== day.log_root)
      wrong.push(`${day.date} has another root than its entries`)
  })
  if (!sameBytes(root, log.checkpoint.root))
    problems.push('the entries have another root than the checkpoint: one was dropped, swapped or rewritten')
  return {
    newest,
    claims: [
      toClaim('log: every entry and every tile', problems, `${log.files.size} entries`),
      toClaim('log: entries and days', wrong, `${days.length} days`),
      await listsClaim(log, subjects),
    ],
  }
}

/** A manifest ends a day, and nothing else does. */
function dayProblems(entry: Record<string, unknown>, index: number, day: DayOfLog | undefined): string[] {
  if (entry.kind !== 'manifest')
    return day === undefined ? [] : [`the entry ${index} ends ${day.date} and is no manifest`]
  if (day === undefined)
    return [`the entry ${index} is a manifest of ${String(entry.date)} that days.json does not list`]
  const fields = ['date', 'release', 'manifest_sha256'] as const
  return fields
    .filter((field) => entry[field] !== day[field])
    .map((field) => `${day.date}: days.json has another ${field} than the entry ${index}`)
}

const REPAIR_HINT = 'npm run assay -- mend-log makes it anew from the entries, in a folder of runs'

async function listsClaim(
  { files }: OpenLog,
  expected: Map<string, Record<string, number[]>>,
): Promise<Claim> {
  const problems: string[] = []
  for (let i = 0; i < 256; i += 1) {
    const path = `entries/${i.toString(16).padStart(2, '0')}.json`
    const bytes = await files.read(path)
    const damage = bytes && jsonFileProblem(bytes)
    const shown = parseList(bytes, files.size)
    if (damage !== null) problems.push(`${path}, ${damage}: ${REPAIR_HINT}`)
    else if (shown === null || canonicalText(shown) !== canonicalText(expected.get(path) ?? {}))
      problems.push(`${path} lists other entries than there are: ${REPAIR_HINT}`)
  }
  return toClaim('log: the lists of entries by subject', problems)
}

/** Returns the entries of a list that the checkpoint covers; null if it is no list. */
function parseList(bytes: Uint8Array | null, size: number): Record<string, number[]> | null {
  try {
    const list = bytes === null ? {} : (parseJson(bytes) as Record<string, number[]>)
    const covered = Object.entries(list).map(
      ([subject, all]) => [subject, all.filter((number) => number < size)] as const,
    )
    return Object.fromEntries(covered.filter(([, indices]) => indices.length > 0))
  } catch {
    return null
  }
}
