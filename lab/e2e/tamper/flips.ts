import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { randomFrom, shuffle } from '../../../test/kit/random.ts'
import { broken, verifyFolder, withFile } from './target.ts'

/** Files whose hash is in neither the manifest nor the log: the headers for hosts, and prose about the log. */
export const UNCOVERED = ['public/_headers', 'public/api/proof-of-index/v1', 'public/status.json']

/** A flipped bit, and the messages of verify. */
export interface Flip {
  file: string
  bit: number
  said: string[]
  isNamed: boolean
}

/** Flips one bit in each of so many files of the newest release, one after another, and verifies each time. */
export async function flipBits(
  output: string,
  { count, seed }: { count: number; seed: number },
): Promise<Flip[]> {
  const root = realpathSync(join(output, 'current'))
  const random = randomFrom(seed)
  const flips: Flip[] = []
  for (const file of shuffle(listFiles(root), seed).slice(0, count)) {
    const bytes = readFileSync(join(root, file))
    const bit = Math.floor(random() * bytes.length * 8)
    const changed = Buffer.from(bytes)
    changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7))
    const said = await withFile(join(root, file), changed, async () =>
      broken(await verifyFolder(output, null)),
    )
    flips.push({ file, bit, said, isNamed: said.some((line) => line.includes(fileName(file))) })
  }
  return flips
}

/** The files of a release, but those that are empty. */
function listFiles(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((file) => !UNCOVERED.includes(file) && readFileSync(join(root, file)).length > 0)
    .sort()
}

/** Returns the name of a file in messages: those of the log by their kind. */
function fileName(file: string): string {
  if (file === 'manifest.json') return 'manifest'
  return file.startsWith('public/log/') ? file.slice('public/log/'.length) : file
}
