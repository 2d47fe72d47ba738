import { rowsFrom } from './given_tables.ts'
import type { Given } from './sql_harness.ts'

const twoDigits = (n: number): string => String(n).padStart(2, '0')

/** The columns of a row's provenance. */
export const PROVENANCE = 'observed_at source_url response_sha256'

/** The provenance of a row that was read from the response of this number, from 1 to 28. */
export const provenance = (n: number) => ({
  observed_at: `2026-03-${twoDigits(n)}T00:00:00Z`,
  source_url: `https://source.example/${n}`,
  response_sha256: `h${n}`,
})

/** Noon of a day of March 2026. */
export const noon = (day: number): string => `2026-03-${twoDigits(day)} 12:00:00`

interface Row {
  handle: string
  key: string
  item: string
  value: number | null
  day: string | null
  read_from: string[]
}

/** The rows of a model of signal inputs, in order: `handle key item = value or day, from the number of a response`. */
export async function readInputs(given: Record<string, Given>, model: string): Promise<string[]> {
  const rows = await rowsFrom<Row>(
    given,
    [model],
    `select handle, key, item, value, strftime(value_at, '%Y-%m-%d') as day,
       list_distinct([ltrim(substr(observed_at, 9, 2), '0'), split_part(source_url, '/', 4), substr(response_sha256, 2)]) as read_from
     from ${model}`,
  )
  return rows
    .map(({ handle, key, item, value, day, read_from }) => {
      return `${handle} ${key} ${item} = ${value ?? day}, from ${read_from.join('/')}`
    })
    .sort()
}
