import { join } from 'node:path'
import { realCatalog } from '../../pipeline/catalog/load.ts'
import { openDatabase } from '../../pipeline/model/database.ts'
import { SAMPLE_CATALOG } from '../../pipeline/sample/catalog.ts'
import { claimsOf } from './claims.ts'
import { compareTrees, type Difference, Rule, Tally } from './compare.ts'
import { tiesBetween } from './expected_identity.ts'
import { type Input, inputsFrom } from './inputs.ts'
import { groupsOf, misbound } from './merges.ts'
import { type Past, readPast } from './past.ts'
import { type InputRow, type PublishedRelease, readPublished, type Summary } from './published.ts'
import { shuffle } from './random.ts'
import { newestReadings } from './readings.ts'
import { RecordedArchive } from './recorded.ts'
import { recordsFrom } from './records.ts'
import { ranksOf } from './scoring.ts'
import { type Evidence, expectedSummary } from './summary.ts'
import { worldOf } from './world.ts'

/** What tracing a release came to. */
export interface TraceReport {
  release: string
  agents: string[]
  tally: Tally
  differences: Difference[]
}

/** Which agents are traced: so many picked at random with a seed, or all. */
export interface TraceOptions {
  agents: number | 'all'
  seed: number
}

/** A release with all the evidence that its agents are traced with. */
export interface Trace {
  release: PublishedRelease
  /** Traces one agent: as it is served, or as a test pretends that it was. */
  agent(tally: Tally, handle: string, summary?: Summary): void
  /** What is wrong that no single agent shows: recorded bodies, and who is bound to whom. */
  problems(): Difference[]
}

/**
 * Traces every value of the served summaries of some agents to recorded responses, and computes every score again.
 * Of the pipeline's own it uses what is published, the catalogue and the names of signals, and none of its logic.
 */
export async function traceRelease(output: string, { agents, seed }: TraceOptions): Promise<TraceReport> {
  const { release, agent, problems } = await openTrace(output)
  const handles = [...release.summaries.keys()]
  const picked = agents === 'all' ? handles : shuffle(handles, seed).slice(0, agents).sort()
  const tally = new Tally()
  for (const handle of picked) agent(tally, handle)
  for (const { where, published, expected } of problems()) tally.add('evidence', where, published, expected)
  return { release: release.id, agents: picked, tally, differences: tally.differences }
}

/** Reads the served release of an output folder, its archive and its history. */
export async function openTrace(output: string): Promise<Trace> {
  const db = await openDatabase(':memory:')
  try {
    const release = await readPublished(output, db)
    const past = await readPast(join(output, 'history'), release.day, db)
    const archive = new RecordedArchive(join(output, 'archive'), release.day)
    const evidence = gather(release, past, archive)
    const rowsOf = Map.groupBy(release.inputs, (row) => row.handle)
    const agent: Trace['agent'] = (tally, handle, summary = release.summaries.get(handle) as Summary) => {
      const rows = rowsOf.get(handle) ?? []
      compareTrees(tally, kindOf, handle, summary, expectedSummary(handle, summary, rows, evidence))
      traceProvenance(tally, handle, summary, archive)
      traceInputs(tally, handle, rows, evidence, archive)
    }
    const bindings = misbound(past.bindings, evidence.groups)
    const problems = (): Difference[] => [
      ...[...archive.damages].map((published) => ({ where: 'archive', published, expected: 'a whole body' })),
      ...bindings.map((published) => ({ where: 'bindings', published, expected: 'one agent, one handle' })),
    ]
    return { release, agent, problems }
  } finally {
    db.close()
  }
}

function gather(release: PublishedRelease, past: Past, archive: RecordedArchive): Evidence {
  const catalog = release.world === 'sample' ? SAMPLE_CATALOG : realCatalog
  const readings = newestReadings(archive, past, release.day)
  const claims = claimsOf(readings, catalog)
  const world = worldOf(past.bindings, claims, readings, catalog)
  const times = archive.days.flatMap((day) => day.responses.map((response) => response.retrieved_at))
  const read = new Set(archive.days.filter(({ outcome }) => outcome === 'ok').map(({ source }) => source))
  return {
    release,
    claims,
    groups: groupsOf(claims),
    past,
    inputsOf: inputsFrom(readings, catalog, world, release.day),
    bound: Map.groupBy(past.bindings, (one) => one.handle),
    recordsOf: recordsFrom(readings, catalog),
    ties: tiesBetween(world.handleOf, (handle) => !world.departed.has(handle), claims),
    ranks: ranksOf(release.summaries.values(), release.methodologies),
    isRead: (source) => read.has(source),
    archivedAt: times.sort().at(-1) ?? '',
  }
}

/** The address, the time and the hash of a published signal stand together in one recorded response. */
function traceProvenance(
  tally: Tally,
  handle: string,
  { scores_by_category }: Summary,
  archive: RecordedArchive,
): void {
  for (const [category, row] of Object.entries(scores_by_category))
    for (const { key, assumed, source_url, response_sha256, observed_at } of row.signals) {
      if (assumed) continue
      const from = { url: source_url ?? '', sha256: response_sha256 ?? '', retrieved_at: observed_at ?? '' }
      const rule = new Rule('one recorded response', () => archive.find(from) !== undefined)
      tally.add('provenance', `${handle} ${category} ${key}`, from, rule)
    }
}

/** Every published input is in its recorded body with this value, and none that the bodies have is left out. */
function traceInputs(
  tally: Tally,
  handle: string,
  rows: InputRow[],
  { inputsOf, bound }: Evidence,
  archive: RecordedArchive,
): void {
  const named = ({ key, item }: { key: string; item: string }): string => `${handle} ${key} of ${item}`
  const recordIds = (bound.get(handle) ?? []).map((one) => one.record_id)
  const expected = inputsOf(handle, recordIds)
  const byName = Map.groupBy(expected, named)
  for (const row of rows) {
    const found = byName.get(named(row)) ?? []
    const from = { url: row.source_url, sha256: row.response_sha256, retrieved_at: row.observed_at }
    const says = JSON.stringify(found.map(shownInput))
    tally.add('inputs', named(row), row, new Rule(says, () => found.some((one) => isInput(one, row))))
    tally.add(
      'provenance',
      named(row),
      from,
      new Rule('one recorded response', () => archive.find(from) !== undefined),
    )
  }
  const published = new Set(rows.map(named))
  for (const one of expected)
    if (!published.has(named(one))) tally.add('inputs', named(one), null, JSON.stringify(shownInput(one)))
}

const shownInput = ({ value, time, from }: Input): object => ({
  value: value ?? (time === null ? null : new Date(time).toISOString()),
  from: from.map(({ url, sha256, retrieved_at }) => `${url} ${sha256} ${retrieved_at}`),
})

/** Numbers and times are equal to the last published digit, and so is the response that they are read from. */
function isInput({ value, time, from }: Input, row: InputRow): boolean {
  const isValue = value === null ? row.value === null : Math.abs(value - (row.value ?? Number.NaN)) < 1e-9
  const isTime = time === null ? row.time === null : Math.abs(time - (row.time ?? Number.NaN)) < 1
  const isFrom = from.some(
    ({ url, sha256, retrieved_at }) =>
      url === row.source_url && sha256 === row.response_sha256 && retrieved_at === row.observed_at,
  )
  return isValue && isTime && isFrom
}

const KINDS: [RegExp, string][] = [
  [/\.signals\.\d+\.value$/, 'signal values'],
  [/\.signals\.\d+\.(?:scaled|points)$/, 'sub-scores'],
  [/\.signals\.\d+\.(?:source_url|observed_at|response_sha256)$/, 'provenance'],
  [/\.signals\./, 'terms of signals'],
  [/\.change(?:\.|$)/, 'changes'],
  [/\.scores_by_category\.\w+\.(?:score|score_low|score_high)$/, 'scores'],
  [/\.(?:rank|tier|observed_weight|missing_signals[.\d]*)$/, 'ranks and tiers'],
  [/\.liveness/, 'liveness'],
  [/\.identity\./, 'identity'],
]

/** What kind of value stands at a path of a summary. */
const kindOf = (path: string): string => KINDS.find(([pattern]) => pattern.test(path))?.[1] ?? 'the rest'
