import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { OperationalError } from '../../core/domain/errors.ts'
import { sha256 } from '../../core/interface/schemas/sha256.ts'

const at = z.iso.datetime()
const chain = z.string().regex(/^eip155:\d{1,15}$/)
const hash = z.templateLiteral(['0x', sha256])
const ofDigest = { at, digest: sha256, chain }

const requestedAnchor = z.strictObject({
  ...{ event: z.literal('asked'), ...ofDigest, date: z.iso.date(), checkpoint_sha256: sha256 },
})
const signed = z.strictObject({
  ...{ event: z.literal('signed'), ...ofDigest, checkpoint_sha256: sha256, transaction_hash: hash },
  /** Sender of the transaction. */
  from: z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]{40}$/)]),
  nonce: z.int().min(0),
  /** The whole signed transaction, for a resend without changes. */
  raw: z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]+$/)]),
  /** The newest block at the time of signing. */
  seen_block: z.int().min(0),
})
const replaced = z.strictObject({
  ...{ event: z.literal('replaced'), ...ofDigest, transaction_hash: hash },
  /** Hash of the transaction that used its nonce, so that it can never be mined. */
  by: hash,
})
const confirmed = z.strictObject({
  ...{ event: z.literal('confirmed'), ...ofDigest, transaction_hash: hash },
  block_number: z.int().min(0),
  /** Number of blocks from its own to the newest, both included. */
  confirmations: z.int().min(1),
})
const anchorEvent = z.discriminatedUnion('event', [requestedAnchor, signed, replaced, confirmed])

/** An event of a digest's anchor: one line of the append-only `anchors.jsonl`. */
export type AnchorEvent = z.infer<typeof anchorEvent>
export type SignedAnchor = z.infer<typeof signed>

/** Anchor of a day's digest on a chain. */
export interface DayAnchor {
  /** CAIP-2. */
  chain: string
  /** Null until a transaction is signed. */
  transaction_hash: string | null
  anchor_status: 'pending' | 'confirmed'
  block_number: number | null
}

/** Returns the path of the anchor events of an output folder. */
export const anchorsFile = (output: string): string => join(output, 'anchors.jsonl')

/**
 * Returns the anchors of an output folder by digest; a digest without one was never requested. Skips a line that
 * cannot be parsed, since no anchor blocks a release: `npm run assay -- anchor` fails until it is repaired.
 */
export function readAnchors(output: string): Map<string, DayAnchor> {
  const anchors = new Map<string, DayAnchor>()
  for (const event of readLines(anchorsFile(output)).map(parseEvent))
    if (event !== null) anchors.set(event.digest, toAnchor(event))
  return anchors
}

/** Returns all events, the oldest first. Throws OperationalError with the number of a damaged line. */
export function readAnchorEvents(output: string): AnchorEvent[] {
  const file = anchorsFile(output)
  return readLines(file).map((line, index) => {
    const event = parseEvent(line)
    if (event === null)
      throw new OperationalError(
        `${file}, line ${index + 1}: it is not an event of an anchor. Put the file back from your backup.`,
      )
    return event
  })
}

/** Appends an event, flushed to disk when this returns. The caller must hold the lock of anchors. */
export function addAnchorEvent(output: string, event: AnchorEvent): void {
  const file = anchorsFile(output)
  const isNew = !existsSync(file)
  if (!isNew) cutTornLine(file)
  appendFileSync(file, `${JSON.stringify(anchorEvent.parse(event))}\n`, { flush: true })
  if (isNew) flushFolder(output)
}

/** Returns the anchor's state after an event, which has all that is known of its digest. */
function toAnchor(event: AnchorEvent): DayAnchor {
  const { chain } = event
  const open = { chain, anchor_status: 'pending' as const, block_number: null }
  if (event.event === 'asked' || event.event === 'replaced') return { ...open, transaction_hash: null }
  const { transaction_hash } = event
  if (event.event === 'signed') return { ...open, transaction_hash }
  return { chain, transaction_hash, anchor_status: 'confirmed', block_number: event.block_number }
}

/** Returns the complete lines. A kill can tear the last one, before anything followed from it. */
function readLines(file: string): string[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .filter((line) => line !== '')
}

function parseEvent(line: string): AnchorEvent | null {
  try {
    return anchorEvent.parse(JSON.parse(line))
  } catch {
    return null
  }
}

function cutTornLine(file: string): void {
  const bytes = readFileSync(file)
  const whole = bytes.lastIndexOf('\n') + 1
  if (whole < bytes.length) truncateSync(file, whole)
}

/** A new file survives a power loss only if its folder is flushed too. */
function flushFolder(folder: string): void {
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
