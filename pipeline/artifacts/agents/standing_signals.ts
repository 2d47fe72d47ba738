import type { SignalRow } from '../../../core/views/agent_record.ts'
import type { Database } from '../../model/database.ts'
import type { SignalTransactions } from './signal_transactions.ts'

/** The part of a signal that is the same for all agents of a category. */
type ListedSignal = Pick<SignalRow, 'key' | 'unit' | 'weight' | 'source'>

/** A signal in the `standings` mart, which has those that were observed or give points. */
export type StandingSignal = Omit<SignalRow, 'unit' | 'weight' | 'source' | 'is_assumed' | 'transaction'>

/** A row of the `standings` mart, as far as its signals are read. */
interface SignalsOfStanding {
  handle: string
  category: string
  signals: StandingSignal[]
}

/** Returns all signals of a standing, observed or not, in the order of its methodology. */
type StandingSignals = (row: SignalsOfStanding) => SignalRow[]

/** Reads the signals of each methodology. */
export async function readStandingSignals(
  db: Database,
  transactions: SignalTransactions,
): Promise<StandingSignals> {
  const rows = await db.rows<ListedSignal & { category: string }>(
    `select category, key, unit, weight, source from methodology_signals
     join signal_definitions using (key) order by category, position`,
  )
  const listed = Map.groupBy(rows, (row) => row.category)
  return ({ handle, category, signals }) => {
    const found = new Map(signals.map((signal) => [signal.key, signal]))
    return (listed.get(category) ?? []).map((row) => {
      const signal = toSignal(row, found.get(row.key))
      const transaction = transactions(handle, row.key)
      return transaction === null ? signal : { ...signal, transaction }
    })
  }
}

const UNOBSERVED: Omit<StandingSignal, 'key'> = {
  value: null,
  value_at: null,
  scaled: null,
  points: 0,
  source_url: null,
  observed_at: null,
  response_sha256: null,
  input_count: 0,
}

/** The order of the fields is that of the published record. */
const toSignal = (
  { key, unit, weight, source }: ListedSignal,
  found: Omit<StandingSignal, 'key'> = UNOBSERVED,
): SignalRow => ({
  key,
  value: found.value,
  value_at: found.value_at,
  unit,
  weight,
  scaled: found.scaled,
  points: found.points,
  is_assumed: found.scaled === null,
  source,
  source_url: found.source_url,
  observed_at: found.observed_at,
  response_sha256: found.response_sha256,
  input_count: found.input_count,
})
