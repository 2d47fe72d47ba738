import { hash } from 'node:crypto'
import type { PackName } from './pack.ts'

/** Content of a pack for one agent, compressed. */
export interface Member {
  handle: string
  deflated: Uint8Array
}

/** A pack, and its line of the list. */
export interface BuiltPack extends PackName {
  bytes: Uint8Array
}

/** Puts members together, in the order of their handles. */
export function buildPack(members: Member[]): BuiltPack {
  const sorted = members.toSorted((a, b) => (a.handle < b.handle ? -1 : 1))
  let end = 0
  const lines = sorted.map(({ handle, deflated }) => {
    const line = `${handle} ${end} ${deflated.length} ${halfHash(deflated)}\n`
    end += deflated.length
    return line
  })
  const header = Buffer.from(`${lines.join('')}\n`)
  // No part of a pool of buffers: threads hand packs over.
  const bytes = new Uint8Array(header.length + end)
  bytes.set(header)
  let at = header.length
  for (const { deflated } of sorted) {
    bytes.set(deflated, at)
    at += deflated.length
  }
  return {
    bytes,
    sha256: hash('sha256', bytes),
    headerBytes: header.length,
    headerSha256: hash('sha256', header),
  }
}

/** 128 bits are enough to notice every change; all of them would be a third of a member. */
const HALF = 32
const halfHash = (bytes: Uint8Array): string => hash('sha256', bytes).slice(0, HALF)
