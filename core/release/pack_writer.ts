import { hash } from 'node:crypto'
import { RunFailed } from '../domain/errors.ts'
import type { Artifact } from './artifact.ts'
import { checkPath, refusedPath } from './check_path.ts'
import { deflate } from './deflate.ts'
import { DICTIONARY_KEY, PACKS_KEY, type PackName, packKey, renderPackList } from './pack.ts'
import { buildPack } from './pack_builder.ts'
import { renderMember, type StoredFile } from './pack_member.ts'
import { parseHandle } from './parse_handle.ts'
import { SHARDS, shardNumber } from './shards.ts'
import type { Staging } from './staging.ts'

/**
 * Puts the artifacts of agents into packs and leaves the others files. Holds one pack in memory: all artifacts of a
 * shard must come before the first of another shard; throws RunFailed for one that comes late. Packs that were built
 * elsewhere come whole.
 */
export class PackWriter {
  readonly #packs: (PackName | null)[] = Array(SHARDS).fill(null)
  readonly #open = new Map<string, Map<string, StoredFile>>()
  #dictionary: Uint8Array = new Uint8Array()
  #shard = -1

  readonly staging: Staging

  constructor(staging: Staging) {
    this.staging = staging
  }

  add(artifact: Artifact): void {
    const agent = parseHandle(artifact.side, artifact.path)
    if (artifact.pack !== undefined) this.#addWhole(artifact, artifact.pack)
    else if (agent === null) this.#addFile(artifact)
    else {
      this.#startPack(shardNumber(agent), artifact.path)
      this.#addAgentFile(agent, artifact)
    }
  }

  #addFile(artifact: Artifact): void {
    this.staging.add(artifact)
    if (`${artifact.side}/${artifact.path}` === DICTIONARY_KEY) this.#dictionary = Buffer.from(artifact.body)
  }

  /** Writes the last pack and the list of all. */
  finish(): void {
    this.#writePack()
    this.#stage(PACKS_KEY, 'application/json', renderPackList(this.#packs))
  }

  #addWhole({ body }: Pick<Artifact, 'body'>, { shard, ...pack }: PackName & { shard: number }): void {
    this.#writePack()
    if (this.#packs[shard] !== null) throw new RunFailed(`the pack number ${shard} was already written`)
    this.#packs[shard] = pack
    this.#stage(packKey(pack.sha256), 'application/octet-stream', body, pack.sha256)
  }

  #addAgentFile(agent: string, { side, path, contentType, body }: Artifact): void {
    checkPath(path)
    const key = `${side}/${path}`
    const files = this.#open.get(agent) ?? new Map<string, StoredFile>()
    if (files.has(key)) throw refusedPath(key, 'it was already written in this release')
    files.set(key, { key, contentType, body: Buffer.from(body) })
    this.#open.set(agent, files)
  }

  #startPack(shard: number, path: string): void {
    if (shard === this.#shard) return
    this.#writePack()
    if (this.#packs[shard] !== null)
      throw new RunFailed(
        `the artifact ${JSON.stringify(path)} comes after its pack, number ${shard}, was written: render the agents in the order of shardOf(handle), then of the handle.`,
      )
    this.#shard = shard
  }

  #writePack(): void {
    if (this.#open.size === 0) return
    const members = [...this.#open].map(([handle, files]) => ({
      handle,
      deflated: deflate(renderMember([...files.values()]), this.#dictionary),
    }))
    this.#open.clear()
    const { bytes, ...pack } = buildPack(members)
    this.#addWhole({ body: bytes }, { ...pack, shard: this.#shard })
  }

  #stage(key: string, contentType: string, body: string | Uint8Array, sha256?: string): void {
    this.staging.add(
      { side: 'private', path: key.slice('private/'.length), contentType, body },
      sha256 ?? hash('sha256', body),
    )
  }
}
