import { hash } from 'node:crypto'
import { csvText } from '../../core/domain/csv.ts'
import { daysBetween } from '../../core/domain/dates.ts'
import { manifestSubject, subjectsPath } from '../../core/log/entries.ts'
import type { Drawing } from '../../core/pages/drawing.ts'
import { formatAmount, shortDay } from '../../core/pages/numbers.ts'
import type { EvidenceScope } from '../../core/views/evidence_row.ts'
import { citedOnFiles } from './citation.ts'
import type { FigureSize } from './figure_sizes.ts'
import { drawPicture } from './picture.ts'
import { drawPlot } from './plot.ts'
import { listDays, observedDays, type PlotContent } from './plot_content.ts'
import { drawShares, type SharesContent } from './shares.ts'

/** A figure: what is drawn, and where it comes from. */
export interface SiteFigure {
  content: PlotContent | SharesContent
  /** The source of the values, e.g. `x402 payments on Base`. */
  source: string
  /** The page that shows it. */
  page: string
}

/** The release of a figure. */
export interface FigureRelease {
  day: string
  baseUrl: string
  evidence?: EvidenceScope | undefined
}

type Cell = string | number | null

/** A figure as `templates/figure.hbs` shows it. */
export interface FigureView {
  id: string
  title: string
  description: string
  /** The drawing in each size; null if nothing was observed. */
  drawn: { size: FigureSize; drawing: Drawing }[] | null
  /** Says what is drawn in another way than usual; null for nothing. */
  note: string | null
  columns: { name: string; is_number: boolean }[]
  /** Of days, the newest first. */
  rows: { name: string; cells: string[] }[]
  source: string
  svg_url: string
  png_url: string
  csv_url: string
  /** The markup of a linked picture, and a citation that names release and log entry. */
  embed: string
  citation: string
  /** Says what the address of the citation answers; null where it is the release that is cited. */
  cited_note: string | null
  /** The file that says where in the log that entry is. */
  log_url: string
}

/** Returns a figure with its table, its files and how to cite it. */
export function toFigure(figure: SiteFigure, release: FigureRelease): FigureView {
  const { content, page } = figure
  const { id, title, description } = content
  const url = `${release.baseUrl}/figures/${id}`
  const { columns, rows } = toTable(content)
  const shown = content.shape === 'shares' ? rows : rows.toReversed()
  const subject = manifestSubject(release.day)
  return {
    ...{ id, title, description, source: sourceLine(figure, release), note: describeMarks(content) },
    drawn: hasValues(content)
      ? (['wide', 'medium', 'narrow'] as const).map((size) => ({ size, drawing: drawFigure(content, size) }))
      : null,
    columns: columns.map((name, nth) => ({ name, is_number: nth > 0 && name !== 'note' })),
    rows: shown.map(([name, ...cells]) => ({ name: String(name), cells: cells.map(formatCell) })),
    ...{ svg_url: `/figures/${id}.svg`, png_url: `/figures/${id}.png`, csv_url: `/figures/${id}.csv` },
    embed: `<a href="${release.baseUrl}${page}"><img src="${url}.svg" width="${PICTURE_WIDTH}" alt="${attribute(title)}"></a>`,
    citation: `Assay, “${title}”, release ${release.day}, log entry ${subject}, sha256:${hash('sha256', figureCsv(content))} of the CSV, CC BY 4.0, ${url}.svg?release=${release.day}`,
    cited_note: citedOnFiles(release.evidence),
    log_url: `/log/${subjectsPath(subject)}`,
  }
}

const PICTURE_WIDTH = 688

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const formatCell = (cell: Cell): string => (typeof cell === 'string' ? cell : formatAmount(cell))

const sourceLine = ({ source }: SiteFigure, { day }: FigureRelease): string =>
  `Assay, from ${source}. Data to ${shortDay(day)}. CC BY 4.0.`

const drawFigure = (content: SiteFigure['content'], size: FigureSize): Drawing =>
  content.shape === 'shares' ? drawShares(content, size) : drawPlot(content, size)

/** The figure as a picture that stands alone: SVG. */
export const figureSvg = (figure: SiteFigure, release: FigureRelease): string =>
  drawPicture(
    {
      ...figure.content,
      source: [describeMarks(figure.content), sourceLine(figure, release)].filter(Boolean).join(' '),
    },
    drawFigure(figure.content, 'wide'),
  )

/** True if anything that is drawn was observed. */
export const hasValues = (content: SiteFigure['content']): boolean =>
  content.shape === 'shares'
    ? content.rows.some(({ parts }) => parts.some(({ amount }) => amount > 0))
    : observedDays(content).size > 0

/** The drawn values as CSV, the oldest day first. */
export function figureCsv(content: SiteFigure['content']): string {
  const { columns, rows } = toTable(content)
  return csvText(columns, rows)
}

function toTable(content: SiteFigure['content']): { columns: string[]; rows: Cell[][] } {
  return content.shape === 'shares' ? toShareTable(content) : toDayTable(content)
}

function toShareTable({ rows }: SharesContent): { columns: string[]; rows: Cell[][] } {
  const names = [...new Set(rows.flatMap(({ parts }) => parts.map(({ name }) => name)))]
  return {
    columns: ['group', ...names],
    rows: rows.map(({ name, parts }) => [
      name,
      ...names.map((part) => parts.find((own) => own.name === part)?.amount ?? null),
    ]),
  }
}

/** A row for each day from the first one with a known value. */
function toDayTable(content: PlotContent): { columns: string[]; rows: Cell[][] } {
  const known = content.series.map(({ points }) => new Map(points.map(({ day, value }) => [day, value])))
  const observed = observedDays(content)
  const days = listDays(content)
  const first = days.findIndex((day) => observed.has(day))
  const bands = new Map((content.band ?? []).map((bounds) => [bounds.day, bounds]))
  const hasNotes = [...observed].some((day) => content.notes?.has(day))
  return {
    columns: [
      ...['day', ...content.series.map(({ name }) => name)],
      ...(content.band === undefined ? [] : ['low', 'high']),
      ...(hasNotes ? ['note'] : []),
    ],
    rows: (first < 0 ? [] : days.slice(first)).map((day) => [
      ...[day, ...known.map((values) => values.get(day) ?? null)],
      ...(content.band === undefined ? [] : [bands.get(day)?.low ?? null, bands.get(day)?.high ?? null]),
      ...(hasNotes ? [content.notes?.get(day) ?? ''] : []),
    ]),
  }
}

/** Says what hollow marks are; null where there are none. */
function describeMarks(content: SiteFigure['content']): string | null {
  if (content.shape === 'shares') return null
  const noted = [...observedDays(content)].filter((day) => content.notes?.has(day))
  const notes = [...new Set(noted.map((day) => content.notes?.get(day)))]
  return notes.length === 0 ? null : `Hollow: ${notes.join('; ')}.`
}

/** Returns the number of days to show up to the last one: all since the first known day, within bounds. */
export function daysSince(
  first: string | null,
  last: string,
  { least: min, most: max }: { least: number; most: number },
): number {
  const known = first === null ? 0 : daysBetween(first, last) + 1
  return Math.min(max, Math.max(min, known))
}
