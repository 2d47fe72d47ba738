import { hash } from 'node:crypto'
import { RunFailed } from '../domain/errors.ts'
import type { Artifact } from './artifact.ts'
import { checkPath, refusedPath } from './check_path.ts'
import { PACKS_KEY, type PackedFile, packKey, renderPack, renderPackList } from './pack.ts'
import { agentOf } from './paths.ts'
import { SHARDS, shardOf } from './shards.ts'
import type { Staging } from './staging.ts'

/**
 * Puts the artifacts of agents into packs and leaves the others files. Holds one pack in memory: all artifacts of a
 * shard must come before the first of another shard; throws RunFailed for one that comes late.
 */
export class PackWriter {
  readonly #hashes: (string | null)[] = Array(SHARDS).fill(null)
  readonly #open = new Map<string, PackedFile>()
  #shard = -1

  constructor(readonly staging: Staging) {}

  add(artifact: Artifact): void {
    const agent = agentOf(artifact.side, artifact.path)
    if (agent === null) this.staging.add(artifact)
    else {
      this.#turnTo(shardOf(agent), artifact.path)
      this.#pack(artifact)
    }
  }

  /** Writes the last pack and the list of all. */
  finish(): void {
    this.#writePack()
    this.#stage(PACKS_KEY, 'application/json', renderPackList(this.#hashes))
  }

  #pack({ side, path, contentType, body }: Artifact): void {
    checkPath(path)
    const key = `${side}/${path}`
    if (this.#open.has(key)) throw refusedPath(key, 'it was already written in this release')
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    this.#open.set(key, { key, sha256: hash('sha256', bytes), contentType, body: bytes })
  }

  #turnTo(shard: number, path: string): void {
    if (shard === this.#shard) return
    this.#writePack()
    if (this.#hashes[shard] !== null)
      throw new RunFailed(
        `the artifact ${JSON.stringify(path)} comes after its pack, number ${shard}, was written: render the agents in the order of shardOf(handle), then of the handle.`,
      )
    this.#shard = shard
  }

  #writePack(): void {
    if (this.#open.size === 0) return
    const pack = renderPack([...this.#open.values()])
    const sha256 = hash('sha256', pack)
    this.#hashes[this.#shard] = sha256
    this.#stage(packKey(sha256), 'application/octet-stream', pack, sha256)
    this.#open.clear()
  }

  #stage(key: string, contentType: string, body: string | Uint8Array, sha256?: string): void {
    this.staging.add({ side: 'private', path: key.slice('private/'.length), contentType, body }, sha256)
  }
}
