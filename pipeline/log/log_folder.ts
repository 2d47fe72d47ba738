import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { RunFailed } from '../../core/domain/errors.ts'
import { dayDigest } from '../../core/log/days.ts'
import { LOG_FILES, type LoggedDay, type Subjects, subjectsPath } from '../../core/log/entries.ts'
import {
  checkpointBody,
  formatVerifierKey,
  type LogKey,
  readCheckpoint,
  signedCheckpoint,
  type TreeHead,
} from '../../core/log/note.ts'
import { bundlePath, HASH_BYTES, TILE_WIDTH, tilePath, tilePaths, tileWidth } from '../../core/log/tiles.ts'
import type { EncodedEntry } from '../../core/release/artifact.ts'
import { readLoggedDays } from './logged_days.ts'
import { listText } from './rebuild_log.ts'
import { openTiles, TreeWriter } from './tree_writer.ts'

/** The facts of a day's row besides its place in the log. */
export type DayFacts = Pick<LoggedDay, 'date' | 'release' | 'manifest_sha256'>

/**
 * The log of an output folder, append-only: the checkpoint is replaced last, and files it does not cover, left by an
 * interrupted run, are ignored.
 */
export class LogFolder {
  /** By file, the indices of the entries about each subject. */
  readonly #subjects = new Map<string, Map<string, number[]>>()
  readonly #tiles = new Map<number, Buffer>()

  readonly root: string
  readonly key: LogKey
  readonly size: number
  /** The oldest first. */
  readonly days: readonly LoggedDay[]

  private constructor(root: string, key: LogKey, size: number, days: readonly LoggedDay[]) {
    this.root = root
    this.key = key
    this.size = size
    this.days = days
  }

  /** Opens or creates the log in a folder. Throws RunFailed if it is damaged or has another key. */
  static open(root: string, key: LogKey): LogFolder {
    requireSameKey(root, key)
    const { size, days } = readLoggedDays(root)
    return new LogFolder(root, key, size, days)
  }

  /** Returns the hash of the newest entry about a subject, or null. */
  newest(subject: string): Uint8Array | null {
    const index = this.#indices(subject).at(-1)
    if (index === undefined) return null
    const tile = Math.floor(index / TILE_WIDTH)
    const bytes = this.#tiles.get(tile) ?? this.#read(tilePath(0, tile, tileWidth(0, tile, this.size)))
    this.#tiles.set(tile, bytes)
    const start = (index % TILE_WIDTH) * HASH_BYTES
    return bytes.subarray(start, start + HASH_BYTES)
  }

  /** Appends entries, the last of them a day's manifest, and signs the new checkpoint. */
  append(entries: readonly EncodedEntry[], facts: DayFacts): LogFolder {
    const tree = new TreeWriter({ read: (path) => this.#read(path), write: this.#write }, this.size)
    for (const { bytes } of entries) tree.add(bytes)
    tree.finish()
    this.#writeSubjects(entries)
    const head = { origin: this.key.origin, size: tree.size, root: tree.root() }
    const days = [...this.days, toLoggedDay(facts, this.size, head, this.days.at(-1)?.digest ?? null)]
    this.#write(LOG_FILES.days, Buffer.from(`${JSON.stringify(days)}\n`))
    this.#write(LOG_FILES.key, Buffer.from(`${formatVerifierKey(this.key)}\n`))
    this.#write(LOG_FILES.checkpoint, Buffer.from(signedCheckpoint(head, this.key)))
    this.#removeGrown(tree.size)
    return new LogFolder(this.root, this.key, tree.size, days)
  }

  /** Returns the head in the newest checkpoint. */
  head(): TreeHead {
    return readCheckpoint(readText(join(this.root, LOG_FILES.checkpoint)) ?? '')
  }

  /** Returns paths of the files that the checkpoint covers; an interrupted run may have left others. */
  files(): string[] {
    return logPaths(this.root, this.size)
  }

  #indices(subject: string): number[] {
    const known = this.#subjectsIn(subjectsPath(subject)).get(subject)
    return known?.filter((index) => index < this.size) ?? []
  }

  #subjectsIn(path: string): Map<string, number[]> {
    const cached = this.#subjects.get(path)
    if (cached !== undefined) return cached
    const text = readText(join(this.root, path))
    const read = new Map(text === null ? [] : Object.entries(JSON.parse(text) as Subjects))
    this.#subjects.set(path, read)
    return read
  }

  #writeSubjects(entries: readonly EncodedEntry[]): void {
    const changed = new Map<string, Map<string, number[]>>()
    for (const [at, { subject }] of entries.entries()) {
      const path = subjectsPath(subject)
      const subjects = this.#subjectsIn(path)
      const before = subjects.get(subject)?.filter((index) => index < this.size) ?? []
      subjects.set(subject, [...before, this.size + at])
      changed.set(path, subjects)
    }
    for (const [path, subjects] of changed) {
      this.#write(path, Buffer.from(listText(Object.fromEntries(subjects))))
    }
  }

  /** Removes partial tiles that have grown since. */
  #removeGrown(size: number): void {
    for (const { level, index, width } of openTiles(this.size)) {
      if (tileWidth(level, index, size) === width) continue
      rmSync(join(this.root, tilePath(level, index, width)), { force: true })
      if (level === 0) rmSync(join(this.root, bundlePath(index, width)), { force: true })
    }
  }

  #read(path: string): Buffer {
    try {
      return readFileSync(join(this.root, path))
    } catch (cause) {
      throw new RunFailed(
        `the log is damaged: ${join(this.root, path)} cannot be read. Put it back from your backup, or from public/log of the newest release`,
        { cause },
      )
    }
  }

  // Never written in place: releases have hard links to the same file.
  #write = (path: string, bytes: Uint8Array): void => {
    const target = join(this.root, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(`${target}.writing`, bytes)
    renameSync(`${target}.writing`, target)
  }
}

/** Returns paths of the files of a log of `size` entries, relative to its folder. */
export function logPaths(root: string, size: number): string[] {
  if (size === 0) return []
  const subjects = readdirSync(join(root, 'entries')).filter((name) => name.endsWith('.json'))
  return [
    LOG_FILES.checkpoint,
    LOG_FILES.key,
    ...subjects.sort().map((name) => `entries/${name}`),
    ...tilePaths(size),
  ]
}

/** Throws RunFailed if the log in a folder exists and has another key. */
export function requireSameKey(root: string, key: LogKey): void {
  const isThere = existsSync(join(root, LOG_FILES.checkpoint))
  if (isThere && readText(join(root, LOG_FILES.key))?.trim() !== formatVerifierKey(key))
    throw otherKeyError(root, key)
}

function toLoggedDay(
  facts: DayFacts,
  firstIndex: number,
  head: { origin: string; size: number; root: Uint8Array },
  previous: string | null,
): LoggedDay {
  const [log_size, log_root] = [head.size, Buffer.from(head.root).toString('hex')]
  return {
    ...facts,
    first_index: firstIndex,
    log_size,
    log_root,
    previous_digest: previous,
    digest: dayDigest({ ...facts, log_root, log_size, previous_digest: previous }),
    checkpoint_sha256: hash('sha256', checkpointBody(head)),
  }
}

const otherKeyError = (root: string, key: LogKey): RunFailed =>
  new RunFailed(
    `${root} is the log of another key or origin than ${key.origin} with the key of LOG_KEY_FILE: give the key and the LOG_ORIGIN that the log began with (${join(root, LOG_FILES.key)})`,
  )

const readText = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null)
