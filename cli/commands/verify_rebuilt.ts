import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { BadUsage } from '../../core/domain/errors.ts'
import { firstRebuildableDay, KEPT_FILE } from '../../pipeline/archive/payment_bodies.ts'
import { readCodeVersion } from '../../pipeline/run/code_version.ts'
import { runDay } from '../../pipeline/run.ts'
import { sameReleaseClaim } from '../../verify/checks/compare.ts'
import { type Claim, notChecked } from '../../verify/claims.ts'
import type { RecomputeRequest } from '../../verify/command/command.ts'
import { openFolder } from '../../verify/command/folder.ts'
import { parseManifest, type VerifiedManifest } from '../../verify/manifest.ts'
import { silentReporter } from '../progress.ts'
import { recordedUpstreams } from '../recorded_upstreams.ts'
import { readSettings } from '../settings.ts'

const NAME = 'recompute: the day from its recorded responses'
const DATE = /^\d{4}-\d\d-\d\d$/
const DATED = /^\d{4}-\d\d-\d\d\./

/**
 * Builds a release again from an archive alone, each day of it in order, in a temporary folder; compares every byte.
 */
export async function rebuilt({ source, archive, withHistory, print }: RecomputeRequest): Promise<Claim[]> {
  const bytes = await source.read(source.kind === 'folder' ? 'manifest.json' : 'public/manifest.json')
  const manifest = parseManifest(bytes ?? new Uint8Array())
  const code = readCodeVersion()
  if (manifest.code.sha256 !== code.sha256)
    return [
      notChecked(
        NAME,
        `it was made by the code ${manifest.code.sha256.slice(0, 12)} (version ${manifest.code.version}), and this is ${code.sha256.slice(0, 12)}: check that version out`,
      ),
    ]
  const days = daysUpTo(archive, manifest.date)
  const problem = findDroppedBodies(archive, { day: manifest.date, days, withHistory })
  if (problem !== null) return [notChecked(NAME, problem)]
  const output = mkdtempSync(join(tmpdir(), 'assay-verify-'))
  try {
    copyRecords(archive, output, days)
    if (withHistory) copyHistory(join(dirname(resolve(archive)), 'history'), output, manifest.date)
    for (const day of withHistory ? days.slice(-1) : days) await buildDay(day, output, manifest, print)
    const folder = openFolder(output)
    return folder === null
      ? [notChecked(NAME, 'no release came of it')]
      : [await sameReleaseClaim(source, folder.current)]
  } finally {
    rmSync(output, { recursive: true, force: true })
  }
}

/** Newest of all, whichever day is checked: what later runs dropped is gone too. */
const NEWEST = '9999-12-31'

/** Returns why days cannot be built again, or null. */
function findDroppedBodies(
  archive: string,
  { day, days, withHistory }: { day: string; days: string[]; withHistory: boolean },
): string | null {
  const from = firstRebuildableDay(archive, NEWEST)
  if (from === null || (withHistory ? day : (days[0] ?? day)) >= from) return null
  const advice = day >= from ? ': add --with-history, which builds that day alone' : ''
  return `the recorded responses about payments before ${from} were dropped, so a rebuild is possible from ${from} on${advice}`
}

function daysUpTo(archive: string, day: string): string[] {
  const days = existsSync(archive)
    ? readdirSync(archive).filter((name) => DATE.test(name) && name <= day)
    : []
  if (days.includes(day)) return days.sort()
  throw new BadUsage(
    `${archive} has no recorded responses of ${day}: name the folder that has them with --archive`,
  )
}

/** The records of the days are copied, the bodies, which a run on them only reads, are not. */
function copyRecords(archive: string, output: string, days: string[]): void {
  const copy = join(output, 'archive')
  mkdirSync(copy)
  for (const day of days) cpSync(join(archive, day), join(copy, day), { recursive: true })
  symlinkSync(resolve(archive, 'bodies'), join(copy, 'bodies'))
  // A release says from which day on responses were kept.
  const kept = join(archive, KEPT_FILE)
  if (existsSync(kept)) cpSync(kept, join(copy, KEPT_FILE))
  // A release names the keys of the oracle as they were on its day.
  const keys = join(dirname(resolve(archive)), 'keys')
  if (existsSync(keys)) cpSync(keys, join(output, 'keys'), { recursive: true })
}

/** Copies the stored history of the days before one. */
function copyHistory(history: string, output: string, before: string): void {
  if (!existsSync(history)) throw new BadUsage(`${history} is not there: leave out --with-history`)
  for (const entry of readdirSync(history, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(join(history, '/').length)
    if (entry.isFile() && DATED.test(entry.name) && entry.name.slice(0, 10) < before)
      cpSync(join(history, path), join(output, 'history', path))
  }
}

async function buildDay(
  day: string,
  output: string,
  manifest: VerifiedManifest,
  print: (line: string) => void,
): Promise<void> {
  print(`building ${day} again`)
  const settings = readSettings(process.env)
  await runDay({
    ...{ day, output, sources: null, offline: true, refetch: false, acceptShrink: true },
    universe: await recordedUpstreams(output, settings, day),
    baseUrl: manifest.base_url,
    isStaticHost: manifest.static_host === true,
    layout: manifest.layout === 'packs' ? 'packs' : 'files',
    // A second log must never be signed with the key of the first.
    env: { ...settings.env, LOG_KEY_FILE: undefined },
    report: silentReporter,
  })
}
