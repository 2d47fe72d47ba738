import { Malformed, parseJson, sha256Hex } from '../bytes.ts'
import { manifestClaim, openLog, readDays } from '../checks/log.ts'
import { type Claim, notChecked } from '../claims.ts'
import { type NamedFile, parseManifest, releaseId } from '../manifest.ts'
import type { PublishedSource } from '../source.ts'
import type { Keys } from './keys.ts'
import { combineResults, type PageReport } from './report.ts'

/** Checks whether the newest release names a file, or a recorded answer, with this hash. */
export async function checkHash(
  sha256: string,
  { source, keys }: { source: PublishedSource; keys: Keys },
): Promise<PageReport> {
  const bytes = await source.read('public/manifest.json')
  if (bytes === null) throw new Malformed('there is no /manifest.json')
  const { date, files, ...about } = parseManifest(bytes)
  const named = files.find((file) => file.sha256 === sha256)
  if (named === undefined) return unnamed(sha256, date, source)
  const { world, code, inputs, counts } = about
  const own = { sha256: sha256Hex(bytes), about: { world, code, inputs, counts } }
  const claims = await logClaims(date, own, { source, keys })
  const verdict = combineResults(claims)
  return {
    verdict,
    headline:
      verdict === 'broken'
        ? `Do not rely on it: the log does not hold the release of ${date} that names it.`
        : `It holds: the release of ${date} has this file.`,
    facts: [
      ['File', toAddress(named)],
      ['Bytes', String(named.bytes)],
      ['Day', date],
      ['SHA-256', sha256],
    ],
    claims,
    scores: [],
  }
}

/** The address of a file; those of agents are in packs, which have none. */
const toAddress = ({ key }: NamedFile): string =>
  /^private\/evidence\/[0-9a-f]{64}$/.test(key) || key.startsWith('public/')
    ? key.slice(key.indexOf('/'))
    : `${key} (not served by itself)`

async function logClaims(
  date: string,
  { sha256, about }: { sha256: string; about: Record<string, unknown> },
  { source, keys }: { source: PublishedSource; keys: Keys },
): Promise<Claim[]> {
  const { log, claims } = await openLog(source, keys.log)
  if (log === null) return [...claims, notChecked('log: it holds the manifest', 'this index keeps no log')]
  const release = releaseId(date, sha256)
  const day = (await readDays(log)).findLast((row) => row.release === release)
  if (day === undefined) throw new Malformed(`the log does not name the release ${release}`)
  return [...claims, await manifestClaim(log, day, { sha256, release, about })]
}

/** The report of a hash that the release does not name: that of an answer that is not public, or of something else. */
async function unnamed(sha256: string, date: string, source: PublishedSource): Promise<PageReport> {
  const answer = await source.read(`public/evidence/${sha256}`)
  const said = answer === null ? {} : (parseJson(answer) as { agent?: unknown; reason?: unknown })
  const headline =
    typeof said.agent === 'string'
      ? `A score of ${said.agent} rests on the recorded answer with this hash. It is ${said.reason}.`
      : `The newest release, of ${date}, has no file with this hash: it is of another day, or it was changed.`
  return {
    ...{ verdict: 'partly', headline, claims: [], scores: [] },
    facts: [
      ['Day', date],
      ['SHA-256', sha256],
    ],
  }
}
