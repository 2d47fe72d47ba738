import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { tryLock } from '../../core/disk/lock.mjs'
import { BadUsage, RunFailed } from '../../core/domain/errors.ts'
import { environmentLines } from '../../core/settings/help.ts'
import type { AnchorState, AnchorTools } from '../../pipeline/anchor/anchor_state.ts'
import { currentTime, readSettings } from '../settings.ts'
import { existingFolder, NOT_YET, OUTPUT, parseOptions } from './command.ts'

export const help = `Usage: npm run assay -- anchor [--output DIR] [--day YYYY-MM-DD] [--max-fee-gwei N] [--wait SECONDS] [--json]

Writes the digest of a day and the hash of the log's checkpoint on the Base chain, as 64 bytes in a transaction from
the key's address to itself. A digest is written once: run again, after a kill too, it looks for the transaction that
it has signed and sends the same one again where the chain has lost it. Pending days are anchored too.

  --output DIR      the folder of the index (default: ${OUTPUT})
  --day YYYY-MM-DD  the day (default: the newest of the log that is over; today's only after its last run)
  --max-fee-gwei N  the most that a unit of gas may cost; about 24,000 are used (default: 1)
  --wait SECONDS    how long to wait until the transaction is final, 0 to 3600 (default: 180)
  --json            print where each anchor stands as JSON on standard output
  --help            print this

Environment, of this command alone:
${environmentLines('anchor')}

Exit code: 0 confirmed, 3 not yet (the chain is down, busy or too expensive: run it again), 1 failed, 2 wrong usage.
`

const OPTIONS = {
  output: { type: 'string', default: OUTPUT },
  day: { type: 'string' },
  'max-fee-gwei': { type: 'string', default: '1' },
  wait: { type: 'string', default: '180' },
  json: { type: 'boolean', default: false },
} as const

const POLL_MS = 2000

const NONE_OVER =
  'No day of the log is over, and a later run may publish today again: run the same command tomorrow, or after the last run of today with --day.\n'

/** Anchors the log of an output folder. */
export async function run(args: string[]): Promise<number> {
  const values = parseOptions(args, OPTIONS)
  const day = parseDay(values.day)
  const waitMs = parseSeconds(values.wait) * 1000
  const output = existingFolder(values.output)
  const tools = await toolsFor(output, values['max-fee-gwei'])
  const standings = await whileLocked(output, () => anchorAll(tools, day, waitMs))
  const isDone = standings.length > 0 && standings.every(({ reason }) => reason === null)
  const state = isDone ? 'confirmed' : 'pending'
  if (values.json) process.stdout.write(`${JSON.stringify({ anchor_status: state, anchors: standings })}\n`)
  else process.stdout.write(standings.map(formatAnchor).join('') || NONE_OVER)
  return isDone ? 0 : NOT_YET
}

async function toolsFor(output: string, maxFeeGwei: string): Promise<AnchorTools> {
  const [{ readAnchorSettings, parseFeeCap }, { connectChain }, { Archive }, { readWorld }] =
    await Promise.all([
      import('../../pipeline/anchor/settings.ts'),
      import('../../pipeline/anchor/chain.ts'),
      import('../../pipeline/archive/archive.ts'),
      import('../../pipeline/archive/world.ts'),
    ])
  const cap = parseFeeCap(maxFeeGwei)
  const { key, url, chainId } = readAnchorSettings(
    process.env,
    readWorld(new Archive(join(output, 'archive'))),
  )
  const settings = readSettings(process.env)
  return { output, key, chainId, cap, chain: connectChain(url), now: () => currentTime(settings) }
}

async function anchorAll(tools: AnchorTools, day: string | null, waitMs: number): Promise<AnchorState[]> {
  const { requestAnchor, advanceAnchors } = await import('../../pipeline/anchor/anchor.ts')
  const wanted = requestAnchor(tools, day)
  const end = performance.now() + waitMs
  for (;;) {
    const standings = await advanceAnchors(tools, wanted)
    const isDone = standings.every(({ reason }) => reason === null)
    if (isDone || performance.now() + POLL_MS > end) {
      await publish(tools.output)
      return standings
    }
    await setTimeout(POLL_MS)
  }
}

/** A run that is writing to the folder goes first. */
async function publish(output: string): Promise<void> {
  const { writeProofOfIndex } = await import('../../pipeline/anchor/publish.ts')
  await writeProofOfIndex(output).catch((error) => {
    if (!(error instanceof RunFailed)) throw error
    process.stderr.write(`Not published in /api/proof-of-index/v1 yet: ${error.message}\n`)
  })
}

/** Apart from the lock of runs: a chain that is slow holds up no publish. */
async function whileLocked<T>(output: string, work: () => Promise<T>): Promise<T> {
  const path = join(output, 'state', 'anchor.lock')
  mkdirSync(join(output, 'state'), { recursive: true })
  const lock = tryLock(path)
  if (lock.owner)
    throw new RunFailed(
      `another process (${lock.owner.pid}) anchors ${output}: wait until it has ended (lock file ${path})`,
    )
  try {
    return await work()
  } finally {
    lock.release()
  }
}

function parseDay(text: string | undefined): string | null {
  if (text === undefined) return null
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text))
    throw new BadUsage(`--day ${text} is not a date, e.g. --day 2026-01-31`)
  return text
}

function parseSeconds(text: string): number {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  if (!(seconds <= 3600)) throw new BadUsage(`--wait ${text}: give seconds from 0 to 3600`)
  return seconds
}

function formatAnchor({ date, digest, chain, transaction_hash, block_number, reason }: AnchorState): string {
  const subject = `${date} ${digest.slice(0, 12)}… on ${chain}`
  const where = transaction_hash === null ? 'no transaction yet' : `transaction ${transaction_hash}`
  return reason === null
    ? `${subject}: confirmed, ${where}, block ${block_number}\n`
    : `${subject}: pending, ${where}: ${reason}. Run the same command again.\n`
}
