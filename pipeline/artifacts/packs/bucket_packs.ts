import type { StoredAgent } from '../../../core/projection/agent_files.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { deflate } from '../../../core/release/deflate.ts'
import { packKey } from '../../../core/release/pack.ts'
import { buildPack, type Member } from '../../../core/release/pack_builder.ts'
import { renderMember } from '../../../core/release/pack_member.ts'
import { shardNumber } from '../../../core/release/shards.ts'
import { agentEntry } from '../../../core/views/log_entry.ts'
import { encodeEntry } from '../../log/encode_entry.ts'
import type { Database } from '../../model/database.ts'
import { readStoredAgents, storedArtifacts } from '../agents/agents.ts'
import { openBucket } from './buckets.ts'

/** Inputs of a pack builder. */
export interface PackWork {
  /** Folder of the buckets. */
  folder: string
  dictionary: Uint8Array
  /** True if a log records agents. */
  isLogged: boolean
}

/** Returns the packs of a bucket ordered by shard, with the log entries of their agents. */
export async function bucketPacks(db: Database, work: PackWork, bucket: number): Promise<Artifact[]> {
  await openBucket(db, work.folder, bucket)
  const stored = await readStoredAgents(db, 'true')
  const shards = [...Map.groupBy(stored, ({ agent }) => shardNumber(agent.handle))].sort(([a], [b]) => a - b)
  return shards.map(([shard, agents]) => toPack(shard, agents, work))
}

function toPack(shard: number, agents: StoredAgent[], { dictionary, isLogged }: PackWork): Artifact {
  const members = agents.map((stored): Member => {
    return { handle: stored.agent.handle, deflated: deflate(toMember(storedArtifacts(stored)), dictionary) }
  })
  const { bytes, ...pack } = buildPack(members)
  const encodedEntries = isLogged ? agents.map(({ agent }) => encodeEntry(agentEntry(agent))) : []
  return {
    ...{ path: packKey(pack.sha256).slice('private/'.length), side: 'private', body: bytes, encodedEntries },
    ...{ contentType: 'application/octet-stream', pack: { ...pack, shard } },
  }
}

/** Returns the files of an agent as one member of a pack. */
export const toMember = (files: Artifact[]): Uint8Array =>
  renderMember(
    files.map(({ side, path, contentType, body }) => ({
      ...{ key: `${side}/${path}`, contentType },
      body: Buffer.from(body),
    })),
  )
