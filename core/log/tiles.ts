/** Entries, or hashes of complete subtrees of one size, in a full tile: the height of C2SP tlog-tiles is 8. */
export const TILE_WIDTH = 256

/** Bytes of a hash. */
export const HASH_BYTES = 32

/** The path of a tile of hashes below the log; a tile that is not full yet names how many hashes it holds. */
export const tilePath = (level: number, index: number, width: number): string =>
  `tile/${level}/${formatTileNumber(index)}${partial(width)}`

/** The path of the bundle of the entries themselves, as many as the tile of level 0 with this index has. */
export const bundlePath = (index: number, width: number): string =>
  `tile/entries/${formatTileNumber(index)}${partial(width)}`

/** Number of hashes in the tile of a level in a tree of `size` entries; 0 if there is no such tile. */
export function tileWidth(level: number, index: number, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level)
  return Math.max(0, Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH))
}

/** The paths of all tiles and bundles of a log of `size` entries. */
export function tilePaths(size: number): string[] {
  const paths: string[] = []
  for (let level = 0; size >= TILE_WIDTH ** level; level += 1)
    for (
      let index = 0, width = tileWidth(level, 0, size);
      width > 0;
      width = tileWidth(level, ++index, size)
    ) {
      paths.push(tilePath(level, index, width))
      if (level === 0) paths.push(bundlePath(index, width))
    }
  return paths
}

const partial = (width: number): string => (width === TILE_WIDTH ? '' : `.p/${width}`)

/** Groups of three digits, all but the last with an x before them: 1234067 is x001/x234/067. */
function formatTileNumber(index: number): string {
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? []
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/')
}
