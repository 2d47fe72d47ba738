import { parseMember, type StoredFile } from './pack_member.ts'
import type { Projection } from './projection.ts'

/** The bytes of a file and what they are. */
export interface AgentFileContent {
  contentType: string
  bytes: Uint8Array
}

/** Files of one agent in a pack: the stored ones, and those derived from them. */
export class AgentFiles {
  readonly #stored: Map<string, StoredFile>
  /** Bytes in memory. */
  readonly size: number

  readonly handle: string
  readonly projection: Projection | null

  /** `member` is what its pack holds of it, no longer compressed. */
  constructor(handle: string, member: Uint8Array, projection: Projection | null) {
    this.handle = handle
    this.projection = projection
    this.size = member.length
    this.#stored = new Map(parseMember(member).map((file) => [file.key, file]))
  }

  /** The file with this key, or null. */
  find(key: string): AgentFileContent | null {
    const file = this.#stored.get(key)
    // A copy: a view would keep the whole member in memory.
    if (file !== undefined) return { contentType: file.contentType, bytes: file.body.slice() }
    const derived = this.projection?.file(this.handle, key, (wanted) => this.#text(wanted)) ?? null
    return derived && { contentType: derived.contentType, bytes: new TextEncoder().encode(derived.body) }
  }

  /** The keys of all files, in their order. */
  keys(): string[] {
    const derived = this.projection?.keys(this.handle) ?? []
    return [...new Set([...this.#stored.keys(), ...derived.filter((key) => this.find(key) !== null)])].sort()
  }

  #text(key: string): string | null {
    const file = this.#stored.get(key)
    return file === undefined ? null : new TextDecoder().decode(file.body)
  }
}
