import { bundlePath, HASH_BYTES, TILE_WIDTH, tilePath } from '../../core/log/tiles.ts'
import { rootOf } from '../../core/log/tree.ts'

/** Reads and writes the files of a log by their paths below it. */
export interface LogDisk {
  read(path: string): Buffer
  write(path: string, bytes: Uint8Array): void
}

/** An entry that is ready for the log. */
export interface Leaf {
  bytes: Buffer
  hash: Buffer
}

/** Adds entries to the tiles of a log. What is written lies beside what stands, until a checkpoint names it. */
export class TreeWriter {
  /** By level, the hashes of the tile that is not full yet. */
  readonly #levels: Uint8Array[][] = []
  readonly #bundle: Buffer[] = []
  readonly #disk: LogDisk
  size: number

  /** Goes on where a log of `size` entries ends. */
  constructor(disk: LogDisk, size: number) {
    this.#disk = disk
    this.size = size
    for (const { level, index, width } of openTiles(size)) {
      const tile = disk.read(tilePath(level, index, width))
      this.#levels[level] = Array.from({ length: width }, (_, at) =>
        tile.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
      )
      if (level === 0) this.#bundle.push(disk.read(bundlePath(index, width)))
    }
  }

  add({ bytes, hash }: Leaf): void {
    this.#bundle.push(Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes)
    this.size += 1
    this.#addHash(0, hash)
  }

  /** Writes the tiles that are not full. */
  finish(): void {
    for (const { level, index, width } of openTiles(this.size)) {
      this.#disk.write(tilePath(level, index, width), Buffer.concat(this.#levels[level] ?? []))
      if (level === 0) this.#disk.write(bundlePath(index, width), Buffer.concat(this.#bundle))
    }
  }

  /** The root of the whole tree: of each level what no tile above holds, and behind it what is smaller. */
  root(): Uint8Array {
    let below: Uint8Array[] = []
    for (const hashes of this.#levels) {
      const all = [...(hashes ?? []), ...below]
      below = all.length === 0 ? [] : [rootOf(all)]
    }
    return rootOf(below)
  }

  #addHash(level: number, hash: Uint8Array): void {
    this.#levels[level] ??= []
    const tile = this.#levels[level]
    tile.push(hash)
    if (tile.length < TILE_WIDTH) return
    const index = Math.floor(this.size / TILE_WIDTH ** (level + 1)) - 1
    this.#disk.write(tilePath(level, index, TILE_WIDTH), Buffer.concat(tile))
    if (level === 0) this.#disk.write(bundlePath(index, TILE_WIDTH), Buffer.concat(this.#bundle.splice(0)))
    this.#levels[level] = []
    this.#addHash(level + 1, rootOf(tile))
  }
}

/** The tiles of a log of `size` entries that are not full, one a level at most. */
export function openTiles(size: number): { level: number; index: number; width: number }[] {
  const tiles = []
  for (let level = 0, hashes = size; hashes > 0; level += 1, hashes = Math.floor(hashes / TILE_WIDTH)) {
    const width = hashes % TILE_WIDTH
    if (width > 0) tiles.push({ level, index: Math.floor(hashes / TILE_WIDTH), width })
  }
  return tiles
}
