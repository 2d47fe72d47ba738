import { csvText } from '../../core/domain/csv.ts'
import { clean } from '../../core/domain/text.ts'
import { FEEDBACK_COLUMNS, type Feedback } from '../../serving/service/feedback/feedback_store.ts'

const MAX_TEXT = 300

/** Reports for a terminal, a few lines each; nothing in them can steer it. */
export function asLines(reports: Feedback[]): string {
  if (reports.length === 0) return 'No reports.\n'
  return `${reports.map(formatReport).join('\n')}\n${reports.length} report(s).\n`
}

function formatReport(report: Feedback): string {
  const { id, received_at, state, feedback_type, message, note, resolved_at } = report
  const about = (['agent_handle', 'category', 'query_attempted', 'client_identifier', 'contact'] as const)
    .filter((name) => report[name])
    .map((name) => `  ${name}: ${safe(report[name] ?? '')}`)
  const end = resolved_at === null ? [] : [`  ${state} ${formatTime(resolved_at)}: ${safe(note ?? '')}`]
  const lines = [`${id}  ${formatTime(received_at)}  ${state}  ${feedback_type}`, `  ${safe(message)}`]
  return `${[...lines, ...about, ...end].join('\n')}\n`
}

const safe = (text: string): string => clean(text, MAX_TEXT)

const formatTime = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')

/** Whole reports, one JSON object a line; control and invisible characters are escaped. */
export const asJsonl = (reports: Feedback[]): string =>
  reports.map((report) => `${escapeJson(JSON.stringify(toPublishedFields(report)))}\n`).join('')

/** Whole reports as CSV for spreadsheets; lines stay whole. */
export const asCsv = (reports: Feedback[]): string =>
  csvText(
    FEEDBACK_COLUMNS,
    reports.map(toPublishedFields).map((row) => FEEDBACK_COLUMNS.map((column) => visibleCell(row[column]))),
  )

const visibleCell = (value: string | null): string | null => (value === null ? null : visible(value))

/** Every column as text, with times in ISO 8601. */
function toPublishedFields(report: Feedback): Record<(typeof FEEDBACK_COLUMNS)[number], string | null> {
  const { received_at, resolved_at } = report
  return {
    ...Object.fromEntries(FEEDBACK_COLUMNS.map((column) => [column, report[column]])),
    ...{
      received_at: formatTime(received_at),
      resolved_at: resolved_at === null ? null : formatTime(resolved_at),
    },
  } as Record<(typeof FEEDBACK_COLUMNS)[number], string | null>
}

/** Characters that move the cursor, change text direction or are invisible; line ends and tabs are text. */
const UNSEEN = /[[\p{Cc}\p{Cf}\p{DI}]--[\t\n\r]]/gv

const visible = (text: string): string => text.replace(UNSEEN, '\uFFFD')

const escapeJson = (jsonText: string): string =>
  jsonText.replace(UNSEEN, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
