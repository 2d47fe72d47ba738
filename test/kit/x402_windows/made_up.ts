import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { daysBefore } from '../../../core/domain/dates.ts'
import { type Database, literal } from '../../../pipeline/model/database.ts'

/** Size and seed of the generated payments. */
export interface PaymentSettings {
  paymentsADay: number
  days: number
  seed: number
}

/** The logical date of the run; the payments are of the days up to it. */
export const LAST_DAY = '2026-02-10'

const OPERATORS = 5_000
const PAYERS = 60_000
/** An operator's number decides if it has one payer, three or many. */
const PAYERS_OF = `case operator % 10 when 3 then 1 when 7 then 3 else ${PAYERS} end`
const BASE = 'eip155:8453'
const POLYGON = 'eip155:137'

/**
 * Writes payments of each day as `payments/date=…/part-0.parquet`, and what operators sent to wallets. Of the operators
 * a few have most of the payments, and so have the payers of each (Zipf's law). One payment in a hundred is an
 * operator's to itself, one (of some operators 39) comes from the neighbour that it pays itself, and an operator in ten is
 * paid on two chains.
 */
export async function writePayments(db: Database, folder: string, settings: PaymentSettings): Promise<void> {
  for (let back = 0; back < settings.days; back += 1) {
    const day = daysBefore(LAST_DAY, back)
    mkdirSync(join(folder, `payments/date=${day}`), { recursive: true })
    await write(db, join(folder, `payments/date=${day}/part-0.parquet`), paymentsSql(day, settings))
  }
  await write(db, join(folder, 'fundings.parquet'), FUNDINGS)
}

export const write = (db: Database, file: string, sql: string): Promise<void> =>
  db.run(`copy (${sql}) to ${literal(file)} (format parquet, compression zstd)`)

const paymentsSql = (day: string, { paymentsADay, seed }: PaymentSettings): string => {
  const chance = (of: string) => `(hash(${literal(`${seed} ${day} ${of} `)} || n) / 18446744073709551616.0)`
  return `
    with numbered as (
      select
        floor(pow(${OPERATORS}, ${chance('operator')}))::bigint as operator,
        floor(pow(${PAYERS_OF}, ${chance('payer')}))::bigint as payer,
        ${chance('kind')} as kind,
        ${chance('chain')} as chain,
        floor(1000 * pow(1000, ${chance('amount')}))::bigint as amount
      from range(${paymentsADay}) as numbers(n)
    )
    select
      if(operator % 10 = 0 and chain < 0.3, '${POLYGON}', '${BASE}') as chain,
      ${operatorNamed('operator')} as operator,
      case
        when kind < 0.01 then ${operatorNamed('operator')}
        when kind < if(operator % 10 in (4, 5), 0.4, 0.02) then ${operatorNamed('xor(operator, 1)')}
        else ${payerNamed('operator', 'payer')}
      end as payer,
      ${literal(day)}::date as paid_on,
      amount::decimal(38, 0) as amount
    from numbered`
}

const operatorNamed = (number: string) => `('0x0000aaaa' || md5('operator ' || (${number})))`

const payerNamed = (operator: string, payer: string) =>
  `('0x0000bbbb' || md5('payer ' || ((${payer} * 7919 + ${operator} * 104729) % ${PAYERS})))`

/** One operator in seven sends money to the first of its payers. */
const FUNDINGS = `
  select ${operatorNamed('n')} as operator, ${payerNamed('n', '1')} as wallet, 5000::decimal(38, 0) as amount
  from range(0, ${OPERATORS}, 7) as numbers(n)`
