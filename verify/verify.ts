import { MAX_MANIFEST_BYTES } from './bounds.ts'
import { Malformed, parseJson, sameBytes } from './bytes.ts'
import {
  agentClaim,
  allAgents,
  methodologiesClaim,
  publishedAgent,
  readMethodologies,
} from './checks/agents.ts'
import { anchorClaims, type PublishedDigest, proofOfIndexClaim } from './checks/anchor.ts'
import { filesClaims } from './checks/files.ts'
import {
  consistencyClaim,
  cosignatureClaims,
  DAYS_CLAIM,
  type DayOfLog,
  daysClaim,
  manifestClaim,
  type OpenLog,
  openLog,
  readDays,
  type SeenCheckpoint,
} from './checks/log.ts'
import { AllAgents } from './checks/scores.ts'
import { checkWholeLog, type Newest } from './checks/whole_log.ts'
import { broken, type Claim, notChecked, toClaim } from './claims.ts'
import { attestationClaims, type PublishedKey, readAttestation } from './envelope.ts'
import { parseManifest, releaseId, type VerifiedManifest } from './manifest.ts'
import { type NoteKey, openNote, verifyCheckpoint } from './note.ts'
import { scoreClaims } from './score_claims.ts'
import { inFile, type PublishedSource, readWhole, Unreachable } from './source.ts'

/** Input of a verification. */
export interface VerifyOptions {
  /** The newest release, in which the whole log lies. */
  source: PublishedSource
  /** Returns a stored release by its id; null if it is not stored. */
  release(id: string): PublishedSource | null
  day: string | null
  agent: string | null
  /** The text of an attestation. */
  attestation: Uint8Array | null
  /** The key that the log must have; null takes the one that the index names. */
  logKey: NoteKey | null
  witnesses: NoteKey[]
  /** Last checkpoint seen of a log with this key; null for none. */
  seen: SeenCheckpoint | null
  rpc: string | null
  /** Hash every entry of the log again. */
  isWholeLog: boolean
  sha256(bytes: Uint8Array): string
  /** Time of the check, read on use: a badge may say that its release is old only if it is. */
  now(): Date
  onProgress?(done: number, of: number): void
}

/** Result of a verification. */
export interface Verification {
  release: string | null
  date: string | null
  log: OpenLog | null
  claims: Claim[]
  /** True if something could not be read that may be readable later. */
  isUnreachable: boolean
}

/** Checks what a source publishes; throws Unreachable where not even its manifest can be read. */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const run = new Run(options)
  return run.all()
}

/** A release with its manifest. */
interface Release {
  source: PublishedSource
  manifest: VerifiedManifest
  sha256: string
  id: string
}

class Run {
  readonly claims: Claim[] = []
  isUnreachable = false
  log: OpenLog | null = null
  /** Null until they are read. */
  days: DayOfLog[] | null = null
  newest: Newest | null = null

  readonly options: VerifyOptions

  constructor(options: VerifyOptions) {
    this.options = options
  }

  async all(): Promise<Verification> {
    const newest = await this.#newestRelease()
    await this.#checkLog()
    await this.#checkDigests()
    const release = newest === null ? null : await this.#releaseOfDay(newest)
    if (release !== null) await this.#checkRelease(release, release === newest)
    if (this.options.attestation !== null) await this.#checkAttestation(this.options.attestation)
    const { log, claims, isUnreachable } = this
    return { release: release?.id ?? null, date: release?.manifest.date ?? null, log, claims, isUnreachable }
  }

  /** Adds what a check claims; what cannot be read is not checked, and what throws otherwise is broken. */
  async #try(name: string, check: () => Promise<Claim[]>): Promise<void> {
    try {
      this.claims.push(...(await check()))
    } catch (error) {
      this.claims.push(this.#claimOfError(name, error))
    }
  }

  #claimOfError(name: string, error: unknown): Claim {
    if (error instanceof Unreachable) {
      this.isUnreachable = true
      return notChecked(name, error.message)
    }
    if (error instanceof Malformed) return broken(name, error.message)
    return broken(name, `what is published has not the form that it should have (${String(error)})`)
  }

  /** Without a manifest that can be read nothing else of a release can be checked, but its log can. */
  async #newestRelease(): Promise<Release | null> {
    try {
      return await this.#readRelease(this.options.source)
    } catch (error) {
      if (error instanceof Unreachable) throw error
      this.claims.push(this.#claimOfError('files: the manifest of the release', error))
      return null
    }
  }

  async #readRelease(source: PublishedSource): Promise<Release> {
    const isFolder = source.kind === 'folder'
    const key = isFolder ? 'manifest.json' : 'public/manifest.json'
    const bytes = await readWhole(source, key, MAX_MANIFEST_BYTES)
    if (bytes === null) throw new Unreachable(`${source.name} has no manifest.json: is it an index of Assay?`)
    const [manifest, sha256] = [await inFile(key, () => parseManifest(bytes)), this.options.sha256(bytes)]
    const id = releaseId(manifest.date, sha256)
    const copy = isFolder ? await readWhole(source, 'public/manifest.json', MAX_MANIFEST_BYTES) : null
    const problems = copy === null || sameBytes(copy, bytes) ? [] : ['public/manifest.json is another one']
    if (isFolder && source.name.split(/[\\/]/).at(-1) !== id)
      problems.push(`its folder is not named ${id}: it or the manifest was changed`)
    this.claims.push(toClaim('files: the manifest of the release', problems, `${id}, sha256 ${sha256}`))
    return { source, manifest, sha256, id }
  }

  async #checkLog(): Promise<void> {
    const { source, logKey, seen, witnesses, isWholeLog } = this.options
    const name = 'log: the checkpoint is signed by the key of the log'
    await this.#try(name, async () => {
      const { log, claims } = await openLog(source, logKey ?? seen?.key ?? null)
      this.log = log
      return claims
    })
    const log = this.log
    if (log === null) return
    this.claims.push(...cosignatureClaims(log, witnesses))
    await this.#checkSeen(log)
    await this.#try(DAYS_CLAIM, async () => {
      this.days = await readDays(log)
      return [await daysClaim(log, this.days)]
    })
    if (!isWholeLog)
      this.claims.push(notChecked('log: every entry and every tile', 'add --log-full to read the whole log'))
    else
      await this.#try('log: every entry and every tile', async () => {
        const { newest, claims } = await checkWholeLog(log, this.days ?? [])
        this.newest = newest
        return claims
      })
  }

  async #checkSeen(log: OpenLog): Promise<void> {
    const name = 'log: it grew out of what was seen last'
    const { seen } = this.options
    if (seen === null) this.claims.push(notChecked(name, 'nothing was seen of it before'))
    else await this.#try(name, async () => [await consistencyClaim(name, log, seen.checkpoint)])
  }

  async #checkDigests(): Promise<void> {
    const { days } = this
    if (this.log === null || days === null) return
    const { source, rpc } = this.options
    await this.#try('digests: /api/proof-of-index/v1 shows those of the log', async () => {
      const bytes = await source.read('public/api/proof-of-index/v1')
      if (bytes === null) throw new Malformed('it is missing')
      const shown = parseJson(bytes) as { count: unknown; digests: PublishedDigest[] }
      if (!Array.isArray(shown?.digests)) throw new Malformed('it has no list of digests')
      const claim = proofOfIndexClaim(shown, days)
      await this.#try('digests: anchored on a chain', () => anchorClaims(shown.digests, days, rpc))
      return [claim]
    })
  }

  /** The release that is meant: the newest one, or that of a day. */
  async #releaseOfDay(newest: Release): Promise<Release | null> {
    const { day, source, release } = this.options
    if (day === null || day === newest.manifest.date) return newest
    const name = `files: the release of ${day}`
    const { days } = this
    const logged = days?.findLast((item) => item.date === day)
    if (days !== null && logged === undefined) {
      this.claims.push(
        broken(
          name,
          `the log has no release of ${day}; its days are ${days[0]?.date} to ${days.at(-1)?.date}`,
        ),
      )
      return null
    }
    const named = logged === undefined ? null : release(logged.release)
    if (named !== null) return this.#readRelease(named)
    this.claims.push(
      notChecked(
        name,
        `${source.name} does not keep it any more: it is the release ${logged?.release ?? 'of that day'}`,
      ),
    )
    return null
  }

  async #checkRelease(release: Release, isNewest: boolean): Promise<void> {
    const { source, manifest } = release
    const log = this.log
    if (log !== null) {
      await this.#try(`log: it holds the manifest of ${manifest.date}`, () =>
        this.#checkManifest(log, release, isNewest),
      )
      if (!isNewest) await this.#checkOldCheckpoint(log, source)
    }
    const { sha256, now, onProgress } = this.options
    const logSize = await this.#logSizeIn(release, isNewest)
    await this.#try('files: every hash of the manifest', () =>
      filesClaims(source, manifest, { sha256, logSize, now, ...(onProgress && { onProgress }) }),
    )
    await this.#checkAgents(release, isNewest)
  }

  async #checkManifest(log: OpenLog, { manifest, sha256, id }: Release, isNewest: boolean): Promise<Claim[]> {
    const { days } = this
    if (days === null)
      return [
        notChecked(`log: it holds the manifest of ${manifest.date}`, 'the days of the log could not be read'),
      ]
    const day = isNewest ? days.at(-1) : days.findLast((day) => day.release === id)
    if (day === undefined) throw new Malformed(`the log does not name the release ${id}`)
    const { world, code, inputs, counts } = manifest
    return [await manifestClaim(log, day, { sha256, release: id, about: { world, code, inputs, counts } })]
  }

  /** A release stores the log as it was then. */
  async #checkOldCheckpoint(log: OpenLog, source: PublishedSource): Promise<void> {
    const name = 'log: it grew out of the checkpoint that lies in that release'
    await this.#try(name, async () => {
      const old = await openLog(source, log.key)
      return old.log === null
        ? [notChecked(name, 'there is none')]
        : [await consistencyClaim(name, log, old.log.checkpoint)]
    })
  }

  async #logSizeIn({ source }: Release, isNewest: boolean): Promise<number | null> {
    if (isNewest) return this.log?.checkpoint.size ?? null
    const old = this.log === null ? null : await openLog(source, this.log.key).catch(() => null)
    return old?.log?.checkpoint.size ?? null
  }

  async #checkAgents({ source, manifest }: Release, isNewest: boolean): Promise<void> {
    const { agent } = this.options
    if (agent !== null)
      await this.#try(`agent ${agent}`, async () => {
        const published = await publishedAgent(source, manifest, agent)
        const scores = scoreClaims(
          published.summary,
          await readMethodologies(source, manifest),
          manifest.date,
        )
        return this.log !== null && isNewest ? [await agentClaim(this.log, published), ...scores] : scores
      })
    else if (source.kind === 'url')
      this.claims.push(notChecked('scores', 'name an agent with --agent, and its scores are computed again'))
    else
      await this.#try('scores: of all agents, from their signals', async () => {
        const methodologies = await readMethodologies(source, manifest)
        const all = new AllAgents(methodologies, manifest.date, isNewest ? this.newest : null)
        for await (const agent of allAgents(source, manifest)) all.add(agent)
        const logged =
          this.newest !== null && isNewest ? [methodologiesClaim(this.newest, methodologies)] : []
        return [...all.claims(), ...logged]
      })
  }

  async #checkAttestation(text: Uint8Array): Promise<void> {
    const { source, logKey } = this.options
    await this.#try('attestation: signature and key', async () => {
      const keys = await source.read('public/.well-known/jwks.json')
      if (keys === null) throw new Malformed('no keys are published at /.well-known/jwks.json')
      const attestation = readAttestation(text)
      const { statement, claims } = attestationClaims(
        attestation,
        (parseJson(keys) as { keys: PublishedKey[] }).keys,
        logKey ?? this.log?.key ?? null,
      )
      return [
        ...claims,
        ...(await this.#attestedLog(attestation.inclusion?.checkpoint, statement?.predicate.proof_of_index)),
      ]
    })
  }

  /** Checks that the checkpoint and the digest of an attestation are of this very log. */
  async #attestedLog(
    note: string | undefined,
    logged: { date: string; digest: string } | undefined,
  ): Promise<Claim[]> {
    const log = this.log
    if (log === null || note === undefined || logged === undefined || this.days === null) return []
    const name = 'attestation: its digest and checkpoint are those of the log'
    const digest = this.days.find((day) => day.digest === logged.digest && day.date === logged.date)
    if (digest === undefined)
      return [broken(name, `the log has no digest ${logged.digest} of ${logged.date}`)]
    return [await consistencyClaim(name, log, verifyCheckpoint(openNote(note), log.key))]
  }
}
