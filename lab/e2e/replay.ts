import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BadCommandLine, runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { type DailyResult, runDaily } from '../../test/kit/child.ts'
import { differingPaths, hashesUnder, inTemporaryFolder, readPointer } from '../../test/kit/folder.ts'
import { LAST_REPLAY_DAY, replayDate, type Upstream, withUpstream } from '../../test/kit/upstream.ts'

const HELP = `Usage: npm run e2e -- replay [--days N] [--output DIR] [--keep]

Runs the days of the replay server in order, then shows that reruns change nothing and that everything can be
derived again from the archive. Exit code: 0 all held, 1 something did not, 2 bad usage.

  --days N      how many days are run, at least 2 (default: 32)
  --output DIR  the folder to run in (default: a temporary one, removed at the end)
  --keep        leave the temporary folder
`

const CHAIN_SOURCES = ['erc8004_identity', 'erc8004_reputation', 'x402_payments']

/** Prints a line of results; the campaign returns whether all passed. */
type Report = (line: string) => void

/**
 * Runs `days` days of the replay in `output` and everything that must hold after them. `only` names the sources that
 * are read; without it all are.
 */
export async function replayCampaign(
  upstream: Upstream,
  output: string,
  days: number,
  say: Report,
  only?: string[],
): Promise<boolean> {
  const chosen = only === undefined ? [] : ['--sources', only.join(',')]
  const first: string[] = []
  for (let day = 0; day < days; day++) {
    const result = await runDaily(replayDate(day), output, upstream.base(day), chosen)
    say(dayLine(day, result))
    if (result.summary?.manifest_sha256 == null) return false
    first.push(result.summary.manifest_sha256)
  }
  const again = Math.min(10, days - 2)
  const held = [
    await rerunsToNothing(upstream, output, again, first, chosen, say),
    await derivesOffline(output, again, first, say),
    await derivesWithoutCache(output, days - 1, first, say),
    await derivesAllFromArchive(output, first, say),
  ]
  return held.every(Boolean)
}

function dayLine(day: number, { summary, stderr, seconds, code }: DailyResult): string {
  if (summary === null) return `${replayDate(day)}  FAILED with exit code ${code}: ${stderr.trim()}`
  const { counts, sources, manifest_sha256 } = summary
  const sumField = (some: typeof sources, field: 'requests' | 'not_modified' | 'bytes'): number =>
    some.reduce((total, source) => total + source[field], 0)
  const others = sources.filter(({ name }) => !CHAIN_SOURCES.includes(name))
  const megabytes = (some: typeof sources): string => (sumField(some, 'bytes') / 1e6).toFixed(2)
  const failed = sources.filter((source) => source.outcome === 'failed').map((source) => source.name)
  return [
    `${summary.day}  ${counts.indexed_agents} agents, ${counts.evidence_ranked_total} ranked,`,
    `${counts.quarantined_rows} quarantined, ${sumField(sources, 'requests')} requests, ${megabytes(sources)} MB`,
    `(chain apart: ${sumField(others, 'requests')} requests, ${megabytes(others)} MB),`,
    `${sumField(sources, 'not_modified')} not modified,`,
    `${seconds.toFixed(1)} s, manifest ${manifest_sha256?.slice(0, 12)}`,
    ...(failed.length === 0 ? [] : [`, not read: ${failed.join(', ')}`]),
  ].join(' ')
}

async function rerunsToNothing(
  upstream: Upstream,
  output: string,
  day: number,
  first: string[],
  chosen: string[],
  say: Report,
): Promise<boolean> {
  const { requests } = await upstream.stats()
  const before = hashesUnder(join(output, 'releases'))
  const pointer = readPointer(output)
  const result = await runDaily(replayDate(day), output, upstream.base(day), chosen)
  const asked = (await upstream.stats()).requests - requests
  const changed = differingPaths(before, hashesUnder(join(output, 'releases')))
  return verdict(say, `${replayDate(day)} again`, [
    [result.summary?.outcome === 'unchanged', `outcome ${result.summary?.outcome ?? result.stderr.trim()}`],
    [result.summary?.manifest_sha256 === first[day], 'the manifest of the first run'],
    [asked === 0, `${asked} requests reached the server`],
    [readPointer(output) === pointer, `current is ${readPointer(output)}`],
    [changed.length === 0, `${changed.length} of ${before.size} files of releases differ`],
  ])
}

async function derivesOffline(output: string, day: number, first: string[], say: Report): Promise<boolean> {
  const pointer = readPointer(output)
  const result = await runDaily(replayDate(day), output, null, ['--offline'])
  return verdict(say, `${replayDate(day)} offline`, [
    [result.summary?.manifest_sha256 === first[day], manifestWord(result)],
    [readPointer(output) === pointer, `current is ${readPointer(output)}`],
  ])
}

async function derivesWithoutCache(
  output: string,
  day: number,
  first: string[],
  say: Report,
): Promise<boolean> {
  rmSync(join(output, 'cache'), { recursive: true })
  const result = await runDaily(replayDate(day), output, null, ['--offline'])
  return verdict(say, `${replayDate(day)} offline without its cache`, [
    [result.summary?.manifest_sha256 === first[day], manifestWord(result)],
  ])
}

/** All that is derived is removed, history and releases, and made again from the recorded responses. */
async function derivesAllFromArchive(output: string, first: string[], say: Report): Promise<boolean> {
  const history = hashesUnder(join(output, 'history'))
  for (const name of ['cache', 'history', 'releases', 'current'])
    rmSync(join(output, name), { recursive: true, force: true })
  let seconds = 0
  const wrong: string[] = []
  for (const [day, manifest] of first.entries()) {
    const result = await runDaily(replayDate(day), output, null, ['--offline'])
    seconds += result.seconds
    if (result.summary?.manifest_sha256 !== manifest)
      wrong.push(`${replayDate(day)}: ${manifestWord(result)}`)
  }
  const changed = differingPaths(history, hashesUnder(join(output, 'history')))
  return verdict(say, `all ${first.length} days from the archive alone (${seconds.toFixed(0)} s)`, [
    [wrong.length === 0, wrong.length === 0 ? 'the same manifests' : wrong.join('; ')],
    [changed.length === 0, `${changed.length} of ${history.size} files of the history differ`],
  ])
}

const manifestWord = ({ summary, stderr }: DailyResult): string =>
  summary === null ? `failed: ${stderr.trim()}` : `manifest ${summary.manifest_sha256?.slice(0, 12)}`

function verdict(say: Report, what: string, parts: [boolean, string][]): boolean {
  const held = parts.every(([isHeld]) => isHeld)
  const words = parts.map(([isHeld, word]) => (isHeld ? word : `WRONG: ${word}`))
  say(`${held ? 'held ' : 'FAILED'} ${what}: ${words.join(', ')}`)
  return held
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      days: { type: 'string', default: String(LAST_REPLAY_DAY + 1) },
      output: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  })
  const days = wholeNumber('days', values.days)
  if (days < 2 || days > LAST_REPLAY_DAY + 1)
    throw new BadCommandLine(`--days ${days}: from 2 to ${LAST_REPLAY_DAY + 1}`)
  return withUpstream((upstream) => {
    const run = (output: string) => replayCampaign(upstream, output, days, console.log)
    return values.output === undefined ? inTemporaryFolder(run, values.keep) : run(values.output)
  })
})
