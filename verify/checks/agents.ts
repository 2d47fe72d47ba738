import { MAX_MEMBER_BYTES, MAX_UNPACKED_BYTES } from '../bounds.ts'
import { Malformed, parseJson, sha256Hex } from '../bytes.ts'
import { type Claim, toClaim } from '../claims.ts'
import { canonicalBytes, canonicalText } from '../jcs.ts'
import type { VerifiedManifest } from '../manifest.ts'
import { filesOfMember, PACK_LIST_PATH, packKeys, splitPack, storedRecordPath } from '../packs.ts'
import type { PublishedAgent, Summary, Trust } from '../published_agent.ts'
import { toPublished } from '../record.ts'
import type { PublishedRules, PublishedSignal } from '../score.ts'
import { inFile, type PublishedSource, readDictionary, readStored, readWhole } from '../source.ts'
import { newestIndex, type OpenLog, provenEntry } from './log.ts'
import type { Newest } from './whole_log.ts'

const MAX_RECORDS = 100
/** Entries of earlier versions have the range of a score too. */
const RANGES = ['score_floor', 'score_ceiling'] as const

const PATHS = {
  summary: (handle: string) => `public/api/agent/${handle}/llm-summary`,
  trust: (handle: string) => `public/api/agent/${handle}/trust`,
}

type Read = (key: string) => Promise<Uint8Array | null> | Uint8Array | null

/** Reads what a source publishes about an agent; throws Malformed if it publishes nothing. */
export async function publishedAgent(
  source: PublishedSource,
  { layout }: VerifiedManifest,
  handle: string,
): Promise<PublishedAgent> {
  if (layout !== 'packs' || source.kind === 'url')
    return readAgent(handle, (key) => readWhole(source, key, MAX_MEMBER_BYTES))
  const record = await readStored(source, handle, storedRecordPath(handle))
  if (record === null) throw new Malformed(`no pack has a record of ${handle}: check the handle`)
  return toPublished(parseJson(record) as Parameters<typeof toPublished>[0])
}

async function readAgent(handle: string, read: Read): Promise<PublishedAgent> {
  const json = async (key: string): Promise<unknown> => {
    const bytes = await read(key)
    if (bytes === null) throw new Malformed(`there is no ${key.replace('public', '')}: check the handle`)
    return inFile(key, () => parseJson(bytes))
  }
  return {
    summary: (await json(PATHS.summary(handle))) as Summary,
    trust: (await json(PATHS.trust(handle))) as Trust,
  }
}

/** All agents of a release in a folder, one after another. */
export async function* allAgents(
  source: PublishedSource,
  manifest: VerifiedManifest,
): AsyncGenerator<PublishedAgent> {
  const parseHandle = (key: string): string | undefined =>
    /^public\/api\/agent\/([^/]+)\/llm-summary$/.exec(key)?.[1]
  if (manifest.layout !== 'packs') {
    for (const { key } of manifest.files) {
      const handle = parseHandle(key)
      if (handle !== undefined) yield readAgent(handle, (text) => readWhole(source, text, MAX_MEMBER_BYTES))
    }
    return
  }
  const dictionary = await readDictionary(source)
  for (const key of packKeys((await source.read(PACK_LIST_PATH)) ?? new Uint8Array())) {
    const pack = key === null ? null : await source.read(key)
    if (key === null || pack === null) continue
    let unpacked = 0
    for (const [handle, member] of await inFile(key, () => splitPack(pack))) {
      const files = await inFile(`${key}, ${handle}`, () => filesOfMember(member, dictionary))
      for (const bytes of files.values()) unpacked += bytes.length
      if (unpacked > MAX_UNPACKED_BYTES)
        throw new Malformed(`${key} unpacks to more than ${MAX_UNPACKED_BYTES} bytes`)
      const record = files.get(storedRecordPath(handle))
      if (record !== undefined)
        yield toPublished(
          (await inFile(storedRecordPath(handle), () => parseJson(record))) as Parameters<
            typeof toPublished
          >[0],
        )
    }
  }
}

const METHODOLOGY = /^public\/(?:api\/methodology\/\w+\/llm-summary|data\/methodology\/\w+\.json)$/

/** The methodologies that a source publishes, by category. */
export async function readMethodologies(
  source: PublishedSource,
  { files }: VerifiedManifest,
): Promise<Map<string, PublishedRules>> {
  const found = new Map<string, PublishedRules>()
  for (const { key } of files.filter((file) => METHODOLOGY.test(file.key))) {
    const bytes = await source.read(key)
    if (bytes === null) throw new Malformed(`${key} is missing`)
    const methodology = (await inFile(key, () => parseJson(bytes))) as PublishedRules
    found.set(methodology.category, methodology)
  }
  return found
}

/**
 * Checks that the log has each methodology as published; its limitations change with the day, and are not in the log.
 */
export function methodologiesClaim(
  newest: Newest,
  methodologies: ReadonlyMap<string, PublishedRules>,
): Claim {
  const problems = [...methodologies.values()].flatMap((methodology) => {
    const { limitations: _, ...lasting } = methodology as PublishedRules & { limitations?: unknown }
    const entry = newest.get(`methodology:${methodology.category}`)?.entry
    return entry?.sha256 === sha256Hex(canonicalBytes(lasting))
      ? []
      : [`it has another one of ${methodology.category}`]
  })
  return toClaim(
    'log: it has the methodologies that are published',
    problems,
    [...methodologies.keys()].join(', '),
  )
}

/** Checks that the newest entry about an agent equals what is published about it. */
export async function agentClaim(log: OpenLog, agent: PublishedAgent): Promise<Claim> {
  const { handle } = agent.summary
  const name = `log: its newest entry about ${handle} says what is published`
  const index = await newestIndex(log, `agent:${handle}`)
  if (index === null) throw new Malformed('the log has no entry about it')
  return toClaim(name, leafProblems(await provenEntry(log, index), agent), `entry ${index}`)
}

/** Lists the differences between an entry about an agent and what is published. */
export function leafProblems(leaf: Record<string, unknown>, agent: PublishedAgent): string[] {
  const { summary } = agent
  const { departed, identity, handle } = summary
  const common = { subject: `agent:${handle}`, handle }
  if (departed !== null)
    return unlike(
      {
        kind: 'tombstone',
        ...common,
        departed_on: departed.on,
        reason: departed.reason,
        copy_of: identity.copy_of,
      },
      leaf,
    )
  return [
    ...unlike(
      { kind: 'agent', ...common, liveness: summary.liveness?.state ?? 'unknown', verdict: toVerdict(agent) },
      leaf,
    ),
    ...unlike(toIdentity(summary), (leaf.identity ?? {}) as Record<string, unknown>),
    ...scoresProblems(leaf, summary),
  ]
}

/**
 * Returns the identity in its log form: the present records, the first hundred by name. The main one is not published.
 */
function toIdentity({ identity, verified }: Summary) {
  const present = identity.records
    .filter(({ departed_on }) => departed_on === null)
    .map(({ source, name }) => `${source}:${name}`)
    .sort()
  return {
    records: present.slice(0, MAX_RECORDS),
    record_count: present.length,
    verification: identity.verification,
    is_verified: verified,
    copies: identity.copies,
  }
}

const toVerdict = ({ trust }: PublishedAgent) => ({
  class: trust.trust.class,
  verdict: trust.verdict,
  recommendation: trust.price.recommendation,
  score: trust.trust.score,
  per_transaction: trust.price.per_transaction,
  daily: trust.price.daily,
  reasons: trust.reasons.map(({ code }) => code),
  flags: trust.risk_flags.map(({ flag }) => flag),
})

function scoresProblems({ scores }: Record<string, unknown>, { scores_by_category }: Summary): string[] {
  const logged = (scores ?? []) as ({ category: string } & Record<string, unknown>)[]
  const published = Object.entries(scores_by_category).map(([category, row]) => ({
    category,
    methodology_version: row.methodology_version,
    tier: row.tier,
    score: row.score,
    sub_scores: Object.fromEntries(row.signals.filter(isLasting).map(({ key, points }) => [key, points])),
  }))
  const categories = (rows: { category: string }[]): string =>
    rows
      .map(({ category }) => category)
      .sort()
      .join()
  if (categories(logged) !== categories(published)) return ['the log has scores in other categories']
  return published.flatMap((row) => {
    const entry = logged.find(({ category }) => category === row.category) ?? {}
    const ranges = RANGES.filter((field) => field in entry).map((field) => [
      field,
      scores_by_category[row.category]?.[field],
    ])
    return unlike({ ...row, ...Object.fromEntries(ranges) }, entry).map(
      (problem) => `${row.category}: ${problem}`,
    )
  })
}

/** The points for a time fall from day to day though nothing happens: the log has them in the score alone. */
const isLasting = ({ value }: PublishedSignal): boolean => typeof value !== 'string'

function unlike(published: Record<string, unknown>, logged: Record<string, unknown>): string[] {
  return Object.entries(published)
    .filter(([field, value]) => canonicalText(logged[field] ?? null) !== canonicalText(value ?? null))
    .map(([field, value]) => `${field} is ${preview(value)}, the log has ${preview(logged[field])}`)
}

const preview = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 300)
