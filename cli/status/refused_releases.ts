import type { RefusedRelease } from './index_state.ts'

const MAX_WAIT_MS = 10_000
const MAX_ANSWER = 2_000

/** Reads the releases refused by the service whose state store the environment names; empty if none has run. */
export async function readRefused(output: string): Promise<RefusedRelease[]> {
  const { readServiceConfig } = await import('../../serving/service/config.ts')
  const { selectStores } = await import('../../serving/service/store/open.ts')
  const { KnownLogs } = await import('../../serving/service/release/known_log/known_logs.ts')
  try {
    const stores = selectStores(readServiceConfig(process.env, output))
    if (stores.missing('ledger') !== null) return []
    const db = await stores.openLedger()
    const rows = await new KnownLogs(db).all().finally(() => db.close())
    return rows.flatMap(([, { refused }]) => (refused === null ? [] : [refused]))
  } catch (error) {
    return [{ problem: (error as Error).message }]
  }
}

/** Reads the releases refused by the server at an address; empty if it reports none, such as a static host. */
export async function fetchRefused(url: string): Promise<RefusedRelease[]> {
  const signal = AbortSignal.timeout(MAX_WAIT_MS)
  const answer = await fetch(`${url.replace(/\/+$/, '')}/readyz`, { signal }).catch(() => null)
  const text = (await answer?.text().catch(() => '')) ?? ''
  const [, release, reason] = /^(\S{1,40}) is refused: (.+)$/m.exec(text.slice(0, MAX_ANSWER)) ?? []
  return release === undefined || reason === undefined ? [] : [{ release, why: reason }]
}
