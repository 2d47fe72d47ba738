import { join } from 'node:path'
import { shardNumber } from '../../core/release/shards.ts'
import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { openDatabase } from '../../pipeline/model/database.ts'
import { shuffle } from '../kit/random.ts'
import { wrongAdvice } from './advice.ts'
import { compareTrees, type Difference, Tally } from './compare.ts'
import { collectEvidence } from './evidence.ts'
import { misbound } from './merges.ts'
import { readPast } from './past.ts'
import { type PublishedRelease, readPublished, type Summary } from './published.ts'
import { RecordedArchive } from './recorded.ts'
import { expectedSummary } from './summary.ts'
import { traceInputs, traceProvenance } from './trace_inputs.ts'

/** The result of tracing a release. */
export interface TraceReport {
  release: string
  agents: string[]
  tally: Tally
  differences: Difference[]
}

/** The agents to trace: a number picked at random with a seed, or all. */
export interface TraceOptions {
  agents: number | 'all'
  seed: number
  /** Catalogue of the release; by default, that of its world. */
  catalog?: Catalog
}

/** A release with all the evidence that its agents are traced with. */
export interface Trace {
  release: PublishedRelease
  /** Traces one agent: as it is served, or as a test pretends that it was. */
  agent(tally: Tally, handle: string, summary?: Summary): void
  /** Problems of no single agent: recorded bodies, and bindings. */
  problems(): Difference[]
}

/**
 * Traces every value of the served summaries of some agents to recorded responses, and computes every score again.
 * Of the pipeline's own it uses what is published, the catalogue and the names of signals, and none of its logic.
 */
export async function traceRelease(
  output: string,
  { agents, seed, catalog }: TraceOptions,
): Promise<TraceReport> {
  const { release, agent, problems } = await openTrace(output, catalog)
  const handles = [...release.summaries.keys()]
  const picked = agents === 'all' ? handles : shuffle(handles, seed).slice(0, agents).sort()
  const tally = new Tally()
  // Agents of one pack one after another: a release has thousands of packs, and keeps few of them in memory.
  for (const handle of picked.toSorted((a, b) => shardNumber(a) - shardNumber(b))) agent(tally, handle)
  for (const { where, published, expected } of problems()) tally.add('evidence', where, published, expected)
  return { release: release.id, agents: picked, tally, differences: tally.differences }
}

/** Reads the served release of an output folder, its archive and its history. */
export async function openTrace(output: string, catalog?: Catalog): Promise<Trace> {
  const db = await openDatabase(':memory:')
  try {
    const release = await readPublished(output, db)
    const past = await readPast(join(output, 'history'), release.day, db)
    const archive = new RecordedArchive(join(output, 'archive'), release.day)
    const evidence = collectEvidence(release, past, archive, catalog)
    const rowsByHandle = Map.groupBy(release.inputs, (row) => row.handle)
    const agent: Trace['agent'] = (tally, handle, summary = release.summaries.get(handle) as Summary) => {
      const rows = rowsByHandle.get(handle) ?? []
      compareTrees(tally, valueKind, handle, summary, expectedSummary(handle, summary, rows, evidence))
      traceProvenance(tally, handle, summary, archive)
      traceInputs(tally, handle, rows, evidence, archive)
      const backing = {
        isVouched: evidence.vouched.has(handle),
        isWashed: evidence.washed.has(handle),
        cost: evidence.costs.get(handle) ?? 0,
      }
      const wrong = wrongAdvice(summary, release.advice(handle), backing)
      tally.add('advice', `${handle}.advice`, wrong.join('; '), '')
    }
    const unserved = [...evidence.bound.keys()].filter((handle) => !release.summaries.has(handle))
    const problems = (): Difference[] => [
      ...all('archive', archive.damages, 'a whole body'),
      ...all('bindings', misbound(past.bindings, evidence.groups), 'one agent, one handle'),
      ...all('blocks', differing(past.blocksRead, evidence.blocksRead), 'the blocks that the answers hold'),
      ...all('agents', unserved, 'a summary for everyone who is bound'),
    ]
    return { release, agent, problems }
  } finally {
    db.close()
  }
}

/** Elements of only one of two lists. */
const differing = (first: string[], second: string[]): Set<string> =>
  new Set(first).symmetricDifference(new Set(second))

const all = (where: string, found: Iterable<string>, expected: string): Difference[] =>
  [...found].map((published) => ({ where, published, expected }))

const KINDS: [RegExp, string][] = [
  [/\.signals\.\d+\.value$/, 'signal values'],
  [/\.signals\.\d+\.(?:scaled|points)$/, 'sub-scores'],
  [/\.signals\.\d+\.(?:source_url|observed_at|response_sha256)$/, 'provenance'],
  [/\.signals\./, 'terms of signals'],
  [/\.change(?:\.|$)/, 'changes'],
  [/\.scores_by_category\.\w+\.(?:score|score_(?:low|high|floor|ceiling))$/, 'scores'],
  [
    /\.(?:rank|rank_low|rank_high|rank_is_provisional|tier|observed_weight|missing_signals[.\d]*)$/,
    'ranks and tiers',
  ],
  [/\.liveness/, 'liveness'],
  [/\.identity\./, 'identity'],
]

/** Returns the kind of value at a path of a summary. */
const valueKind = (path: string): string => KINDS.find(([pattern]) => pattern.test(path))?.[1] ?? 'the rest'
