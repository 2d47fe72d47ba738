import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { NUMBERS } from '../../core/domain/numbers.ts'
import { SQL_FOLDER } from '../../pipeline/model/build.ts'
import { markdownPage, markdownTable } from './markdown.ts'

type Row = Record<string, string>

/** The page with the tables of the trust score, from the seeds that the models read. */
export function trustPage(): string {
  const conditions = ['flag_severity', 'activity', 'age', 'class', 'evidence']
  const payees = ['rail', 'basis', 'control', 'wash']
  const limits = ['recommendation', 'max_per_transaction', 'max_daily']
  return markdownPage(
    'Trust: points, verdicts, prices',
    '[The terms, flags and limits](../scores/trust.md). `–` matches anything.',
    '## Points',
    seedTable('points', ['input', 'value', 'points', 'meaning']),
    '## Verdicts',
    seedTable('verdicts', ['reason', ...conditions, ...payees, 'verdict', 'sentence']),
    '## Prices',
    seedTable('prices', [
      'verdict',
      'class',
      'rail',
      'basis',
      'price_multiplier',
      'risk_premium_pct',
      ...limits,
    ]),
    '## Parts of the cost to fake',
    seedTable('costs', ['part', 'usd', 'unit', 'meaning']),
  )
}

/** Columns whose cells are names in answers or numbers; texts and prices stay without quotes. */
const UNQUOTED = ['points', 'meaning', 'sentence', 'usd', 'unit', 'price_multiplier', 'risk_premium_pct']

function seedTable(seed: string, columns: string[]): string {
  const rows = readSeed(seed).map((row) => columns.map((column) => formatCell(column, row)))
  return markdownTable(columns, rows)
}

const readSeed = (name: string): Row[] =>
  parse(readFileSync(join(SQL_FOLDER, 'seeds', `seed_trust__${name}.csv`), 'utf8'), { columns: true })

function formatCell(column: string, row: Row): string {
  if (column === 'risk_premium_pct') return (100 / Number(row.price_multiplier) - 100).toFixed(2)
  if (column === 'usd') return Number(row.usd).toFixed(3)
  const text = withNumbers(row[column] ?? '')
  if (text === '') return '–'
  return UNQUOTED.includes(column) || !Number.isNaN(Number(text)) ? text : `\`${text}\``
}

const withNumbers = (text: string): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String((NUMBERS as Record<string, number>)[name]))
