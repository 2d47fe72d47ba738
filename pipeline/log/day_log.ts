import { join } from 'node:path'
import { type LogEntry, manifestSubject } from '../../core/log/entries.ts'
import { formatVerifierKey, type LogKey } from '../../core/log/note.ts'
import { leafHash } from '../../core/log/tree.ts'
import type { Artifact, EncodedEntry } from '../../core/release/artifact.ts'
import type { DerivedFile } from '../../core/release/derived.ts'
import type { Manifest } from '../../core/release/manifest.ts'
import { encodeEntry } from './encode_entry.ts'
import { recordExamined } from './examination_cache.ts'
import { requireWholeLog } from './examine_log.ts'
import { LogFolder, requireSameKey } from './log_folder.ts'

/**
 * Collects the entries that a run adds to the log: those of its artifacts that differ from the newest of their
 * subject.
 */
export class DayLog {
  #log: LogFolder
  readonly #isOpen: boolean
  readonly #day: string
  readonly #entries: EncodedEntry[] = []

  /** Throws RunFailed for a log of another key, or a damaged one. */
  constructor(folder: string, key: LogKey, day: string) {
    requireSameKey(folder, key)
    requireWholeLog(folder, formatVerifierKey(key))
    this.#log = LogFolder.open(folder, key)
    this.#day = day
    // A day before the last logged one is rebuilt for comparison only; it adds no entries.
    this.#isOpen = (this.#log.days.at(-1)?.date ?? '') <= day
    this.#append(encodeEntry({ kind: 'key', subject: 'key:log', verifier_key: formatVerifierKey(key) }))
  }

  /** Passes artifacts on, and collects their entries. */
  async *reading(artifacts: AsyncIterable<Artifact>): AsyncGenerator<Artifact> {
    for await (const artifact of artifacts) {
      for (const entry of artifact.entries ?? []) this.#append(encodeEntry(entry))
      for (const entry of artifact.encodedEntries ?? []) this.#append(entry)
      yield artifact
    }
  }

  /** Ends the day with its manifest and signs, if anything is new; returns the log's files for the release. */
  close(manifest: Manifest): DerivedFile[] {
    const last = encodeEntry(manifestEntry(manifest))
    const isNew = this.#entries.length > 0 || !this.#isNewest(last)
    if (this.#isOpen && isNew) {
      const facts = { date: this.#day, release: manifest.id, manifest_sha256: manifest.sha256 }
      this.#log = this.#log.append([...sortEntries(this.#entries), last], facts)
      recordExamined(this.#log.root, this.#log.head())
    }
    const { root } = this.#log
    return this.#log.files().map((path) => ({ key: `public/log/${path}`, link: join(root, path) }))
  }

  get days() {
    return this.#log.days
  }

  #append(entry: EncodedEntry): void {
    if (this.#isOpen && !this.#isNewest(entry)) this.#entries.push(entry)
  }

  #isNewest = ({ subject, bytes }: EncodedEntry): boolean => {
    const newest = this.#log.newest(subject)
    return newest !== null && leafHash(bytes).equals(newest)
  }
}

// The two layouts render agents in different orders.
const sortEntries = (entries: readonly EncodedEntry[]): EncodedEntry[] =>
  entries
    .map((entry) => ({ entry, place: PLACES.findIndex((start) => entry.subject.startsWith(start)) }))
    .sort((a, b) => a.place - b.place || (a.entry.subject < b.entry.subject ? -1 : 1))
    .map(({ entry }) => entry)

const PLACES = ['key:', 'methodology:', 'correction:', 'agent:']

const manifestEntry = ({ about, id, sha256 }: Manifest): LogEntry => ({
  kind: 'manifest',
  subject: manifestSubject(about.date),
  date: about.date,
  release: id,
  manifest_sha256: sha256,
  world: about.world,
  code: about.code,
  inputs: about.inputs,
  counts: about.counts,
})
