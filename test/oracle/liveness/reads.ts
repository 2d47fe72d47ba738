import { SIGNALS } from '../../../core/domain/signals.ts'
import type { Input } from '../inputs.ts'
import type { Readings } from '../readings.ts'
import type { RecordedArchive } from '../recorded.ts'

/** On which dates what shows signs of life was read. */
export interface Reads {
  /** The first and the last date on which a source answered, by source. */
  sources: Map<string, { first: string; last: string }>
  /** The last date on which payments on a chain were read, by chain. */
  chains: Map<string, string>
}

/** Read as a whole: what is not in an answer is not new. */
const WHOLE = [
  ...['registry_updated_at', 'openrouter_newest_at', 'token_traded_at'],
  ...['arena_voted_at', 'openrouter_used_at'],
]

export function readsIn(archive: RecordedArchive, readings: Readings): Reads {
  const sources: Reads['sources'] = new Map()
  for (const { source, date, outcome } of archive.days) {
    if (outcome !== 'ok') continue
    sources.set(source, { first: sources.get(source)?.first ?? date, last: date })
  }
  const chains = new Map<string, string>()
  for (const { source, chain, date } of readings.blocksRead)
    if (source === 'x402_payments' && date > (chains.get(chain) ?? '')) chains.set(chain, date)
  return { sources, chains }
}

/** Returns the date up to which a later sign would have been seen, from the inputs of its key and the latest of them. */
export function readOn(key: string, all: Input[], latest: Input, chains: string[], reads: Reads): string {
  const own = latest.from.map(({ date }) => date).sort()
  // A push into any of the repositories counts, so the one that was read longest ago decides.
  if (key === 'github_pushed_at')
    return all.flatMap(({ from }) => from.map(({ date }) => date)).sort()[0] ?? ''
  if (key === 'x402_paid_at') return chains.map((chain) => reads.chains.get(chain) ?? '').sort()[0] ?? ''
  const whole = WHOLE.includes(key) ? (reads.sources.get(SIGNALS[key]?.source ?? '')?.last ?? '') : ''
  return [whole, own.at(-1) ?? ''].sort().at(-1) ?? ''
}
