import { Malformed, sameBytes } from '../verify/bytes.ts'
import { type Checkpoint, openNote, parseNoteKey, verifyCheckpoint } from '../verify/note.ts'
import { type ReadableLog, readProofHashes, rootAt } from '../verify/tiles.ts'
import { consistencyProofRanges, isConsistent } from '../verify/tree.ts'

/** Reasons for which a witness does not cosign. */
export type Fault = 'split view' | 'shrunk log' | 'changed key' | 'damaged log'

/** A checkpoint that is not cosigned. */
export class Refused extends Error {
  override name = 'Refused'
  readonly fault: Fault

  constructor(fault: Fault, message: string) {
    super(message)
    this.fault = fault
  }
}

/** Log state compared with the last checkpoint of the same log; null if this is the first. */
export interface CompareInputs {
  note: string
  /** The verifier key that has to have signed it. */
  logKey: string
  before: string | null
  files(size: number): ReadableLog
}

/** The checkpoint, when its log has signed it and only grew since the one of before. Throws Refused. */
export async function compareCheckpoints({
  note,
  logKey,
  before,
  files,
}: CompareInputs): Promise<Checkpoint> {
  const checkpoint = openSigned(note, logKey)
  const old = before === null ? null : openSigned(before, logKey)
  if (old !== null) requireNoLess(old, checkpoint)
  const log = files(checkpoint.size)
  if (!sameBytes(await readRoot(log, checkpoint.size), checkpoint.root))
    throw new Refused('damaged log', 'its tiles do not give the root that its checkpoint names')
  if (old !== null) await requireGrown(old, checkpoint, log)
  return checkpoint
}

/** That the tiles of the old part belong to the new tree is shown first: a damaged tile is no view of its own. */
async function requireGrown(old: Checkpoint, { size, root }: Checkpoint, log: ReadableLog): Promise<void> {
  const beginning = await readRoot(log, old.size)
  const proof = await fromTiles(() => readProofHashes(log, consistencyProofRanges(old.size, size)))
  if (!isConsistent({ oldSize: old.size, oldRoot: beginning, size, root, proof }))
    throw new Refused('damaged log', `the tiles of its first ${old.size} entries do not belong to its tree`)
  if (!sameBytes(beginning, old.root))
    throw new Refused(
      'split view',
      `its first ${old.size} entries are others than those that were seen before`,
    )
}

function requireNoLess(old: Checkpoint, { size, root }: Checkpoint): void {
  if (size < old.size)
    throw new Refused(
      'shrunk log',
      `it had ${old.size} entries and has ${size}: it was rewritten, or this is an old copy`,
    )
  if (size === old.size && !sameBytes(root, old.root))
    throw new Refused('split view', `it has signed two trees of ${size} entries`)
}

function openSigned(note: string, logKey: string): Checkpoint {
  const key = parseNoteKey(logKey)
  try {
    return verifyCheckpoint(openNote(note), key)
  } catch (error) {
    if (!(error instanceof Malformed)) throw error
    throw new Refused('changed key', `its checkpoint is not signed by ${logKey}: ${error.message}`)
  }
}

const readRoot = (log: ReadableLog, size: number): Promise<Uint8Array> => fromTiles(() => rootAt(log, size))

async function fromTiles<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof Malformed)) throw error
    throw new Refused('damaged log', error.message)
  }
}
