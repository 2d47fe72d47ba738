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
import { AssayError } from '../../core/domain/errors.ts'
import { sha256 } from '../../core/interface/schemas/sha256.ts'

const at = z.iso.datetime()
const chain = z.string().regex(/^eip155:\d{1,15}$/)
const hash = z.templateLiteral(['0x', sha256])
const ofDigest = { at, digest: sha256, chain }

const asked = z.strictObject({
  ...{ event: z.literal('asked'), ...ofDigest, date: z.iso.date(), checkpoint_sha256: sha256 },
})
const signed = z.strictObject({
  ...{ event: z.literal('signed'), ...ofDigest, checkpoint_sha256: sha256, transaction_hash: hash },
  /** Who sends it, and to whom. */
  from: z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]{40}$/)]),
  nonce: z.int().min(0),
  /** The whole transaction, to be sent again as it is. */
  raw: z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]+$/)]),
  /** The newest block when it was signed. */
  seen_block: z.int().min(0),
})
const replaced = z.strictObject({
  ...{ event: z.literal('replaced'), ...ofDigest, transaction_hash: hash },
  /** What used its nonce, so that it can never be mined. */
  by: hash,
})
const confirmed = z.strictObject({
  ...{ event: z.literal('confirmed'), ...ofDigest, transaction_hash: hash },
  block_number: z.int().min(0),
  /** How many blocks there were from its own to the newest, both counted. */
  confirmations: z.int().min(1),
})
const anchorEvent = z.discriminatedUnion('event', [asked, signed, replaced, confirmed])

/** What happened to the anchor of a digest: one line of `anchors.jsonl`, to which lines are only added. */
export type AnchorEvent = z.infer<typeof anchorEvent>
export type Signed = z.infer<typeof signed>

/** Where the digest of a day stands on a chain. */
export interface Anchor {
  /** CAIP-2. */
  chain: string
  /** Null until a transaction was signed. */
  transaction_hash: string | null
  anchor_status: 'pending' | 'confirmed'
  block_number: number | null
}

/** Where the events of an output folder stand. */
export const anchorsFile = (output: string): string => join(output, 'anchors.jsonl')

/**
 * The anchors of an output folder by digest; a digest without one was never asked for. A line that cannot be read is
 * passed over, since no anchor holds back a release: `npm run assay -- anchor` refuses to go on until it is repaired.
 */
export function anchorsOf(output: string): Map<string, Anchor> {
  const anchors = new Map<string, Anchor>()
  for (const event of linesOf(anchorsFile(output)).map(parseEvent))
    if (event !== null) anchors.set(event.digest, anchorAfter(event))
  return anchors
}

/** All events, the oldest first. Throws AssayError that names the line that is not as it was written. */
export function readAnchorEvents(output: string): AnchorEvent[] {
  const file = anchorsFile(output)
  return linesOf(file).map((line, index) => {
    const event = parseEvent(line)
    if (event === null)
      throw new AssayError(
        `${file}, line ${index + 1}: it is not an event of an anchor. Put the file back from your backup.`,
      )
    return event
  })
}

/** Adds an event, which is on the disk when this returns. For the one process that holds the lock of anchors. */
export function addAnchorEvent(output: string, event: AnchorEvent): void {
  const file = anchorsFile(output)
  const isNew = !existsSync(file)
  if (!isNew) cutTornLine(file)
  appendFileSync(file, `${JSON.stringify(anchorEvent.parse(event))}\n`, { flush: true })
  if (isNew) flushFolder(output)
}

/** An event says all that is known of its digest after it. */
function anchorAfter(event: AnchorEvent): Anchor {
  const { chain } = event
  const open = { chain, anchor_status: 'pending' as const, block_number: null }
  if (event.event === 'asked' || event.event === 'replaced') return { ...open, transaction_hash: null }
  const { transaction_hash } = event
  if (event.event === 'signed') return { ...open, transaction_hash }
  return { chain, transaction_hash, anchor_status: 'confirmed', block_number: event.block_number }
}

/** The whole lines. What comes behind the last line break was torn by a kill, before anything followed from it. */
function linesOf(file: string): string[] {
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

/** A new file is there after a loss of power only if its folder was written too. */
function flushFolder(folder: string): void {
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
