import { Rule, type Tally } from './compare.ts'
import type { Evidence } from './evidence.ts'
import type { Input } from './inputs.ts'
import type { InputRow, Summary } from './published.ts'
import type { From, RecordedArchive } from './recorded.ts'

/** The address, the time and the hash of a published signal stand together in one recorded response. */
export function traceProvenance(
  tally: Tally,
  handle: string,
  { scores_by_category }: Summary,
  archive: RecordedArchive,
): void {
  for (const [category, row] of Object.entries(scores_by_category))
    for (const { key, assumed, source_url, response_sha256, observed_at } of row.signals) {
      if (assumed) continue
      const from = { url: source_url ?? '', sha256: response_sha256 ?? '', retrieved_at: observed_at ?? '' }
      tally.add('provenance', `${handle} ${category} ${key}`, from, isRecorded(archive, from))
    }
}

/** Every published input is in its recorded body with this value, and none that the bodies have is left out. */
export function traceInputs(
  tally: Tally,
  handle: string,
  rows: InputRow[],
  { agentInputs, bound }: Evidence,
  archive: RecordedArchive,
): void {
  const formatName = ({ key, item }: { key: string; item: string }): string => `${handle} ${key} of ${item}`
  const recordIds = (bound.get(handle) ?? []).map((bound) => bound.record_id)
  const unmatched = Map.groupBy(agentInputs(handle, recordIds), formatName)
  for (const row of rows) {
    const found = unmatched.get(formatName(row)) ?? []
    const place = found.findIndex((input) => isInput(input, row))
    const says = place === -1 ? JSON.stringify(found.map(shownInput)) : ''
    tally.add('inputs', formatName(row), row, new Rule(says, () => place !== -1))
    found.splice(Math.max(place, 0), 1)
    const from = { url: row.source_url, sha256: row.response_sha256, retrieved_at: row.observed_at }
    tally.add('provenance', formatName(row), from, isRecorded(archive, from))
  }
  for (const [name, left] of unmatched)
    for (const input of left) tally.add('inputs', name, null, JSON.stringify(shownInput(input)))
}

const isRecorded = (archive: RecordedArchive, from: From): Rule =>
  new Rule('one recorded response', () => archive.find(from) !== undefined)

const shownInput = ({ value, time, from }: Input): object => ({
  value: value ?? (time === null ? null : new Date(time).toISOString()),
  from: from.map(({ url, sha256, retrieved_at }) => `${url} ${sha256} ${retrieved_at}`),
})

/** Inputs that CoinGecko's terms do not allow to be republished. */
const WITHHELD = new Set(['token_market_cap', 'token_volume'])

/** Numbers and times are equal to the last published digit, and so is the response that they are read from. */
function isInput({ value, time, from }: Input, row: InputRow): boolean {
  const isValue =
    value === null || WITHHELD.has(row.key)
      ? row.value === null
      : Math.abs(value - (row.value ?? Number.NaN)) < 1e-9
  const isTime = time === null ? row.time === null : Math.abs(time - (row.time ?? Number.NaN)) < 1
  const isFrom = from.some(
    ({ url, sha256, retrieved_at }) =>
      url === row.source_url && sha256 === row.response_sha256 && retrieved_at === row.observed_at,
  )
  return isValue && isTime && isFrom
}
