import { listAt, numberAt, textAt } from '../../kit/json.ts'
import type { Recorded, RecordedArchive, RecordedDay } from '../recorded.ts'
import { learn, markGone, type Quarantine, type Reading } from './reading.ts'

/** Tokens by id: the newest word about each, and the newest that had it traded. */
export interface Tokens {
  listed: Map<string, Reading>
  traded: Map<string, Reading>
}

/** Reads a day of CoinGecko; a token that moves between two pages stands on the later one. */
export function readTokens(
  { listed, traded }: Tokens,
  archive: RecordedArchive,
  day: RecordedDay,
  isRefused: Quarantine,
): void {
  const there = new Set<string>()
  const page = ({ url }: Recorded): number => Number(new URL(url).searchParams.get('page'))
  for (const response of day.responses.toSorted((a, b) => page(a) - page(b)))
    for (const item of listAt(archive.body(response.sha256))) {
      const written = textAt(item, 'id')
      const id = written?.toLowerCase()
      // The market's ids have no capitals: the same one in capitals is no other coin, and no news of this one.
      if (id === undefined || (id !== written && there.has(id))) continue
      there.add(id)
      if (isRefused(response, `{"id":${JSON.stringify(id)},`)) continue
      learn(listed, id, item, response)
      if ((numberAt(item, 'total_volume') ?? 0) > 0) learn(traded, id, item, response)
    }
  markGone(listed, there, day.date)
}

/** Reads a day of DefiLlama: of all its protocols those of listed tokens, and those of its category, by slug. */
export function readProtocols(
  protocols: Map<string, Reading>,
  { listed }: Tokens,
  archive: RecordedArchive,
  day: RecordedDay,
  isRefused: Quarantine,
): void {
  const there = new Set<string>()
  for (const response of day.responses)
    for (const item of listAt(archive.body(response.sha256))) {
      const slug = textAt(item, 'slug')
      const isOfToken = listed.get(textAt(item, 'gecko_id') ?? '')?.goneOn === null
      const isKept = isOfToken || textAt(item, 'category') === 'AI Agents'
      if (slug === null || !isKept || there.has(slug)) continue
      there.add(slug)
      if (!isRefused(response, `{"slug":${JSON.stringify(slug)},`)) learn(protocols, slug, item, response)
    }
  markGone(protocols, there, day.date)
}
