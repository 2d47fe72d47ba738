import { hash } from 'node:crypto'
import { LOG_FILES } from '../../../../core/log/entries.ts'
import type { OfferedRelease } from './offered_release.ts'
import { type ExpectedLog, type ProvenLog, proveRelease } from './prove_release.ts'

/** Proves as `proveRelease` does, and caches the last proof while release, checkpoint and expectation stay the same. */
export function createProofMemo(): typeof proveRelease {
  let last: { key: string; proven: ProvenLog } | null = null
  return async (offered: OfferedRelease, expected: ExpectedLog) => {
    const note = await offered.read(`public/log/${LOG_FILES.checkpoint}`)
    if (note === null) return proveRelease(offered, expected)
    const key = JSON.stringify([offered.id, offered.manifestSha256, hash('sha256', note), expected])
    if (last?.key === key) return last.proven
    const proven = await proveRelease(offered, expected)
    last = proven && { key, proven }
    return proven
  }
}
