import { onClickhouse, onDuckdb } from '../../../test/kit/x402_windows/engines.ts'

/** Cost of building the windows with one engine; memory is of the whole process, some 100 MB of Node included. */
export interface Measured {
  /** User and system time in seconds. */
  processor: number
  wall: number
  /** Peak of resident memory in MB. */
  peak: number
  /** Sums over all rows, by which two engines are compared. */
  totals: string
}

const TOTALS = `
  select cast(count(*) as varchar) as windows, cast(sum(payments) as varchar) as paid, cast(sum(volume) as varchar) as volumes,
    cast(sum(squares) as varchar) as squared, cast(sum(unique_payers) as varchar) as payers,
    cast(sum(unique_payers_adjusted) as varchar) as adjusted, cast(sum(length(wash_flags)) as varchar) as flags
  from int_x402_windows__counts as counted
  join int_x402_windows__wash_results as judged using (operator, scope, days)`

const [, , name, inputs = '', folder = ''] = process.argv
const engine = await (name === 'DuckDB' ? onDuckdb : onClickhouse)(inputs, folder)
try {
  const [started, before] = [performance.now(), process.cpuUsage()]
  await engine.build()
  const { user, system } = process.cpuUsage(before)
  const measured: Measured = {
    processor: (user + system) / 1e6,
    wall: (performance.now() - started) / 1e3,
    peak: process.resourceUsage().maxRSS / 1024,
    totals: (await engine.lines(TOTALS)).join(),
  }
  console.log(JSON.stringify(measured))
} finally {
  engine.close()
}
