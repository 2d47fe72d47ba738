import { parseJson } from '../bytes.ts'
import { type Claim, notChecked, toClaim } from '../claims.ts'
import { Unreachable } from '../source.ts'
import { fetchBody } from '../source_url.ts'
import type { DayOfLog } from './log.ts'

/** A digest as `/api/proof-of-index/v1` shows it. */
export interface PublishedDigest {
  date: string
  sha256: string
  release: string
  manifest_sha256: string
  log_size: number
  log_root: string
  previous: string | null
  chain: string | null
  transaction_hash: string | null
  anchor_status: string
  block_number: number | null
  /** Left out by a release before a date could be published again. */
  superseded_by?: string | null
}

const MAX_BYTES = 2 ** 22

/** Checks that `/api/proof-of-index/v1` shows the days of the log, the newest first. */
export function proofOfIndexClaim(
  shown: { count: unknown; digests: PublishedDigest[] },
  days: DayOfLog[],
): Claim {
  const expected = days.toReversed()
  const counting = new Map(days.map(({ date, release }) => [date, release]))
  const problems =
    shown.digests.length === days.length && shown.count === days.length
      ? []
      : [`it shows ${shown.digests.length} digests, the log has ${days.length} days`]
  for (const [i, day] of expected.entries()) {
    const digest = shown.digests[i]
    const isSame =
      digest !== undefined &&
      digest.date === day.date &&
      digest.sha256 === day.digest &&
      digest.release === day.release &&
      digest.manifest_sha256 === day.manifest_sha256 &&
      digest.log_size === day.log_size &&
      digest.log_root === day.log_root &&
      digest.previous === day.previous_digest
    if (!isSame) problems.push(`its digest of ${day.date} is another than that of the log`)
    const last = counting.get(day.date)
    const later = last === day.release ? null : last
    if (digest?.superseded_by !== undefined && digest.superseded_by !== later)
      problems.push(`it names another release that counts for ${day.date} than the log`)
  }
  return toClaim('digests: /api/proof-of-index/v1 shows those of the log', problems, `${days.length} days`)
}

/**
 * Checks for each day with a transaction that the chain at `rpc` has it, confirmed, with the day's digest and
 * checkpoint.
 */
export async function anchorClaims(
  digests: PublishedDigest[],
  days: DayOfLog[],
  rpc: string | null,
): Promise<Claim[]> {
  const anchored = digests.filter((digest) => digest.transaction_hash !== null)
  const name = 'digests: anchored on a chain'
  if (anchored.length === 0) return [notChecked(name, 'no day is anchored')]
  if (rpc === null)
    return [
      notChecked(
        name,
        `${anchored.length} of ${digests.length} days; give the address of a node of ${anchored[0]?.chain} with --rpc`,
      ),
    ]
  const chain = `eip155:${Number(await call(rpc, 'eth_chainId', []))}`
  const claims: Claim[] = []
  const byDigest = new Map(days.map((day) => [day.digest, day]))
  // More than one for each day are more than there can be: the claim about those shown says so.
  for (const digest of anchored.slice(0, days.length)) {
    const day = byDigest.get(digest.sha256)
    const problems =
      day === undefined ? ['the log has no such digest'] : await anchorProblems(digest, day, { rpc, chain })
    claims.push(
      toClaim(
        `digests: ${digest.date} is anchored on ${digest.chain}`,
        problems,
        `transaction ${digest.transaction_hash}`,
      ),
    )
  }
  return claims
}

async function anchorProblems(
  shown: PublishedDigest,
  day: DayOfLog,
  { rpc, chain }: { rpc: string; chain: string },
): Promise<string[]> {
  if (shown.chain !== chain) return [`the node at --rpc is of ${chain}`]
  const transaction = (await call(rpc, 'eth_getTransactionByHash', [shown.transaction_hash])) as {
    input?: unknown
  } | null
  if (transaction === null) return [`the chain has no transaction ${shown.transaction_hash}`]
  const problems =
    transaction.input === `0x${day.digest}${day.checkpoint_sha256}`
      ? []
      : ['its transaction holds another digest or checkpoint']
  if (shown.anchor_status !== 'confirmed') return problems
  const receipt = (await call(rpc, 'eth_getTransactionReceipt', [shown.transaction_hash])) as {
    status?: unknown
    blockNumber?: unknown
  } | null
  if (receipt?.status !== '0x1') problems.push('it is shown as confirmed, which it is not')
  else if (Number(receipt.blockNumber) !== shown.block_number)
    problems.push(`it is in block ${Number(receipt.blockNumber)}, not ${shown.block_number}`)
  return problems
}

async function call(rpc: string, method: string, params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const bytes = await fetchBody(rpc, MAX_BYTES, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const answer =
    bytes === null ? null : (parseJson(bytes) as { result?: unknown; error?: { message?: unknown } })
  if (answer === null || answer.result === undefined)
    throw new Unreachable(`${rpc} does not answer ${method}: ${String(answer?.error?.message ?? '404')}`)
  return answer.result
}
