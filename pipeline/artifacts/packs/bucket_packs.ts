import type { StoredAgent } from '../../../core/projection/agent_files.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { deflate } from '../../../core/release/deflate.ts'
import { packKey } from '../../../core/release/pack.ts'
import { buildPack, type Member } from '../../../core/release/pack_builder.ts'
import { renderMember } from '../../../core/release/pack_member.ts'
import { shardNumber } from '../../../core/release/shards.ts'
import { agentEntry } from '../../../core/views/log_entry.ts'
import type { OwnerRecord } from '../../../core/views/owner_row.ts'
import { encodeEntry } from '../../log/encode_entry.ts'
import type { Database } from '../../model/database.ts'
import { readStoredAgents, storedArtifacts } from '../agents/agents.ts'
import { readOwnerRecords } from '../agents/owner_records.ts'
import { storedOwner } from '../agents/owners.ts'
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
  const agents = Map.groupBy(await readStoredAgents(db, 'true'), ({ agent }) => shardNumber(agent.handle))
  const owners = Map.groupBy(await readOwnerRecords(db), ({ owner }) => shardNumber(owner))
  const shards = [...new Set([...agents.keys(), ...owners.keys()])].sort((a, b) => a - b)
  return shards.map((shard) =>
    toPack(shard, { agents: agents.get(shard) ?? [], owners: owners.get(shard) ?? [] }, work),
  )
}

/** Content of a pack. */
interface PackContent {
  agents: StoredAgent[]
  owners: OwnerRecord[]
}

function toPack(
  shard: number,
  { agents, owners }: PackContent,
  { dictionary, isLogged }: PackWork,
): Artifact {
  const toDeflated = (handle: string, files: Artifact[]): Member => ({
    handle,
    deflated: deflate(toMember(files), dictionary),
  })
  const { bytes, ...pack } = buildPack([
    ...agents.map((stored) => toDeflated(stored.agent.handle, storedArtifacts(stored))),
    ...owners.map((record) => toDeflated(record.owner, [storedOwner(record)])),
  ])
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
