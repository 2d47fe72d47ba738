import { join } from 'node:path'
import { currentRelease, verifyRelease } from '../../../core/release/release.ts'
import type { DailyResult } from '../../../test/kit/child.ts'
import { readPointer } from '../../../test/kit/folder.ts'
import { RecordedArchive } from '../../../test/oracle/recorded.ts'
import { traceRelease } from '../../../test/oracle/trace_release.ts'
import { findUnnamedPlaces, servedValues, thirdValues, type Values } from './served.ts'

/** The reference for a run under a fault: an undisturbed run of its day, and the day before. */
export interface Undisturbed {
  manifest: string
  values: Values
  /** Outcome of each visit to an agent's own address on its day. */
  visits: Map<string, string>
  /** Empty where there was no day before. */
  before: Values
}

/**
 * The verdict on a run's release; `mixed` counts values of two sources, one of them stale, and `visits` the agents' own
 * addresses that answered differently: their answer is an observation of them.
 */
export interface Judgement {
  verdict: 'identical' | 'correct' | 'clear error' | 'WRONG'
  wrong: string[]
  mixed: number
  visits: number
}

/** Outcome of each visit to an agent's own address on a day, by source and address. */
export function readVisits(output: string, date: string): Map<string, string> {
  const visits = new Map<string, string>()
  for (const day of new RecordedArchive(join(output, 'archive'), date).days)
    for (const { url, outcome } of day.date === date ? day.responses : [])
      if (outcome !== undefined) visits.set(`${day.source} ${url}`, outcome)
  return visits
}

/** Judges a run: the undisturbed release, a release that names what is missing, or a clear error and no release. */
export async function judge(
  result: DailyResult,
  output: string,
  pointerBefore: string | null,
  undisturbed: Undisturbed,
): Promise<Judgement> {
  const { summary } = result
  const whole = verifyServed(output)
  if (summary === null)
    return createJudgement('clear error', [...failureProblems(result, output, pointerBefore), ...whole])
  if (summary.manifest_sha256 === undisturbed.manifest) return createJudgement('identical', whole)
  const { third, mixed } = thirdValues(servedValues(output), undisturbed.values, undisturbed.before)
  const failed = summary.sources
    .filter((source) => ['failed', 'part'].includes(source.outcome) || source.unanswered > 0)
    .map((source) => source.name)
  const visits = [...readVisits(output, summary.day)].filter(
    ([visit, outcome]) => undisturbed.visits.get(visit) !== outcome,
  ).length
  const wrong = [
    ...whole,
    ...(failed.length > 0 || visits > 0 ? [] : ['it differs from the undisturbed one, and nothing says why']),
    ...failed.flatMap((name) => findUnnamedPlaces(output, name)),
    ...(third.length === 0 ? [] : [`${third.length} values of neither day: ${third.slice(0, 3).join('; ')}`]),
    ...(await untraced(output)),
  ]
  return createJudgement('correct', wrong, mixed.length, visits)
}

const createJudgement = (
  verdict: Judgement['verdict'],
  wrong: string[],
  mixed = 0,
  visits = 0,
): Judgement => ({
  verdict: wrong.length > 0 ? 'WRONG' : verdict,
  wrong,
  mixed,
  visits,
})

/** A run that fails prints a reason for people, and leaves the current release alone. */
function failureProblems({ code, stderr }: DailyResult, output: string, before: string | null): string[] {
  const isClear = /^assay: /m.test(stderr) && !stderr.includes('a bug in Assay')
  return [
    ...(code === 1 ? [] : [`exit code ${code}`]),
    ...(isClear ? [] : [`no clear error: ${stderr.slice(0, 300)}`]),
    ...(readPointer(output) === before ? [] : [`current moved from ${before} to ${readPointer(output)}`]),
  ]
}

function verifyServed(output: string): string[] {
  const release = currentRelease(output)
  return release === null ? [] : verifyRelease(release).slice(0, 3)
}

async function untraced(output: string): Promise<string[]> {
  const { tally, differences } = await traceRelease(output, { agents: 'all', seed: 1 })
  const [first] = differences
  return first === undefined
    ? []
    : [`${differences.length} of ${tally.compared()} values do not trace, such as ${first.where}`]
}
