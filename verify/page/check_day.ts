import { Malformed, sha256Hex } from '../bytes.ts'
import { type DayOfLog, dayClaim, openLog, readDays } from '../checks/log.ts'
import { type Claim, toClaim } from '../claims.ts'
import type { PublishedSource } from '../source.ts'
import type { Keys } from './keys.ts'
import { combineResults, type PageReport } from './report.ts'

/** Checks that the log holds the release of a day, and that the newest one is what is published now. */
export async function checkDay(
  date: string,
  { source, keys }: { source: PublishedSource; keys: Keys },
): Promise<PageReport> {
  const { log, claims } = await openLog(source, keys.log)
  if (log === null) throw new Malformed('this index keeps no log, and without one a day cannot be checked')
  const days = await readDays(log)
  const at = days.findLastIndex((day) => day.date === date)
  const day = days[at]
  if (day === undefined)
    throw new Malformed(`the log has no day ${date}: it goes from ${days[0]?.date} to ${days.at(-1)?.date}`)
  const all = [
    ...claims,
    await dayClaim(log, day, days[at - 1] ?? null),
    ...(day === days.at(-1) ? [await publishedClaim(source, day)] : []),
  ]
  const verdict = combineResults(all)
  return {
    verdict,
    headline:
      verdict === 'broken'
        ? `Do not rely on it: the log and the release of ${date} do not match.`
        : `It holds: the log contains the release of ${date}.`,
    facts: dayFacts(day, days),
    claims: all,
    scores: [],
  }
}

async function publishedClaim(source: PublishedSource, { manifest_sha256 }: DayOfLog): Promise<Claim> {
  const bytes = await source.read('public/manifest.json')
  const found = bytes === null ? 'no manifest is published' : sha256Hex(bytes)
  return toClaim(
    'release: its manifest is the one that is published',
    found === manifest_sha256 ? [] : [`what is published now is ${found}`],
    `sha256 ${manifest_sha256}`,
  )
}

function dayFacts(day: DayOfLog, days: DayOfLog[]): PageReport['facts'] {
  const times = days.filter(({ date }) => date === day.date).length
  return [
    ['Day', day.date],
    ['Release', day.release],
    ['Published', times === 1 ? 'once' : `${times} times; this is the last`],
    ['Manifest', day.manifest_sha256],
    ['Digest', day.digest],
    ['Log', `entries ${day.first_index} to ${day.log_size - 1}`],
  ]
}
