import { bundlePath, HASH_BYTES, TILE_WIDTH, tilePath } from '../../core/log/tiles.ts'
import { computeRoot, leafHashInPlace, requireShort } from '../../core/log/tree.ts'

/** Reads and writes the files of a log by relative path; the caller reuses the buffer after a write. */
export interface LogDisk {
  read(path: string): Buffer
  write(path: string, bytes: Uint8Array): void
}

/** Appends entries to the tiles of a log. Existing files are not changed, and a checkpoint has to name the new ones. */
export class TreeWriter {
  /** By level, the tile that is not full yet; `size` determines its number of hashes. */
  readonly #tiles: Buffer[] = []
  /** The bundle that is not full yet: the first `#bundled` bytes. */
  #bundle: Buffer = Buffer.alloc(0)
  #bundled = 0
  readonly #disk: LogDisk
  size: number

  /** Continues a log of `size` entries. */
  constructor(disk: LogDisk, size: number) {
    this.#disk = disk
    this.size = size
    for (const { level, index, width } of openTiles(size)) {
      this.#tile(level).set(disk.read(tilePath(level, index, width)))
      if (level > 0) continue
      this.#bundle = disk.read(bundlePath(index, width))
      this.#bundled = this.#bundle.length
    }
  }

  add(entry: Uint8Array): void {
    requireShort(entry)
    const start = this.#addToBundle(entry)
    const place = { buffer: this.#bundle, start, end: this.#bundled }
    leafHashInPlace(place, this.#tile(0), (this.size % TILE_WIDTH) * HASH_BYTES)
    this.size += 1
    for (let level = 0; this.size % TILE_WIDTH ** (level + 1) === 0; level += 1) this.#closeTile(level)
  }

  /** Writes the tiles that are not full. */
  finish(): void {
    for (const { level, index, width } of openTiles(this.size)) {
      this.#disk.write(tilePath(level, index, width), this.#hashes(level, width))
      if (level === 0) this.#writeBundle(index, width)
    }
  }

  /** Returns the root of the whole tree: combines, from the lowest level up, the hashes of each partial tile. */
  root(): Buffer {
    let hashes: Buffer = Buffer.alloc(0)
    for (const { level, width } of openTiles(this.size))
      hashes = computeRoot(Buffer.concat([this.#hashes(level, width), hashes]))
    return computeRoot(hashes)
  }

  /** Returns where the entry begins in the bundle, behind its length. */
  #addToBundle(entry: Uint8Array): number {
    const start = this.#bundled + 2
    const end = start + entry.length
    if (end > this.#bundle.length) this.#bundle = Buffer.concat([this.#bundle], 2 * end)
    this.#bundle.writeUInt16BE(entry.length, this.#bundled)
    this.#bundle.set(entry, start)
    this.#bundled = end
    return start
  }

  #writeBundle(index: number, width: number): void {
    this.#disk.write(bundlePath(index, width), this.#bundle.subarray(0, this.#bundled))
  }

  #closeTile(level: number): void {
    const index = this.size / TILE_WIDTH ** (level + 1) - 1
    const tile = this.#tile(level)
    this.#disk.write(tilePath(level, index, TILE_WIDTH), tile)
    computeRoot(tile).copy(this.#tile(level + 1), (index % TILE_WIDTH) * HASH_BYTES)
    if (level > 0) return
    this.#writeBundle(index, TILE_WIDTH)
    this.#bundled = 0
  }

  #hashes = (level: number, width: number): Buffer => this.#tile(level).subarray(0, width * HASH_BYTES)

  #tile(level: number): Buffer {
    this.#tiles[level] ??= Buffer.alloc(TILE_WIDTH * HASH_BYTES)
    return this.#tiles[level]
  }
}

/** Returns the partial tiles of a log of `size` entries, one per level at most. */
export function openTiles(size: number): { level: number; index: number; width: number }[] {
  const tiles = []
  for (let level = 0, hashes = size; hashes > 0; level += 1, hashes = Math.floor(hashes / TILE_WIDTH)) {
    const width = hashes % TILE_WIDTH
    if (width > 0) tiles.push({ level, index: Math.floor(hashes / TILE_WIDTH), width })
  }
  return tiles
}
