import type { World } from '../../../core/domain/world.ts'
import type { CardContent, CardScore } from './content.ts'
import { FAMILY } from './fonts.ts'

/** An element in satori's format. */
export interface CardNode {
  type: string
  props: { style?: Record<string, string | number>; children?: (CardNode | string)[] | string } & Record<
    string,
    unknown
  >
}

/** The light colours of templates/style/base.css. */
export const COLOURS = {
  ...{ paper: '#fdfcfa', ink: '#1c1d20', soft: '#5b5f66', line: '#dfdbd2', accent: '#274690' },
  ...{ alive: '#1b6f42', unknown: '#6b7078', dead: '#84492f', flagged: '#b0201a', plain: '#1c1d20' },
  ...{ note: '#6a4300', notePaper: '#fdf1d8' },
}

const WORLDS: Record<World, string | null> = {
  live: null,
  sample: 'Sample data: invented',
  replay: 'Replay: invented numbers',
}

const MARK = 'M2 12h4v6H2zM8 7h4v11H8zM14 2h4v16h-4z'
/** Maximum title length for each font size in px. */
const TITLE_SIZES = [
  [22, 80],
  [40, 64],
  [Number.POSITIVE_INFINITY, 46],
] as const
/** Width of the score scale in px: the card's 1200 px without its padding. */
const SCALE = 1056

type Style = Record<string, string | number>

/** Returns a box with what is in it. */
export const box = (style: Style, ...children: (CardNode | string | null)[]): CardNode => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children: children.filter((child) => child !== null) },
})

/** The style of a drawing as wide as a card; its height is without the padding. */
export const SHEET: Style = {
  ...{ width: SCALE, padding: '56px 72px', flexDirection: 'column' },
  ...{ background: COLOURS.paper, color: COLOURS.ink, fontFamily: FAMILY, fontSize: 30 },
}

/** Builds the layout of a card for satori, in the style of the pages. */
export const cardLayout = (content: CardContent): CardNode =>
  box(
    {
      ...{ ...SHEET, height: 518 },
    },
    drawHead(content),
    box({ fontSize: 30, color: COLOURS.soft, marginTop: 52 }, content.kind),
    title(content.title),
    box({ fontSize: 28, color: COLOURS.soft, marginTop: 8 }, content.under),
    box({ flexGrow: 1 }),
    content.rows.length === 0 ? null : drawRows(content.rows),
    content.score === null ? null : drawScore(content.score),
    box({ marginTop: 28, fontSize: 30, fontWeight: 600, flexWrap: 'wrap' }, ...content.words.map(word)),
  )

/** Draws the mark, the world where it is not the live one, and the day. */
export const drawHead = ({ world, date }: Pick<CardContent, 'world' | 'date'>): CardNode =>
  box(
    { alignItems: 'center', justifyContent: 'space-between', fontSize: 28 },
    box({ alignItems: 'center', fontWeight: 600, fontSize: 34 }, mark(), 'assay'),
    WORLDS[world] === null
      ? null
      : box({ padding: '6px 20px', background: COLOURS.notePaper, color: COLOURS.note }, WORLDS[world]),
    box({ color: COLOURS.soft }, date),
  )

const mark = (): CardNode => ({
  type: 'svg',
  props: {
    ...{ viewBox: '0 0 20 20', width: 38, height: 38, style: { marginRight: 14 } },
    children: [{ type: 'path', props: { d: MARK, fill: COLOURS.accent } }],
  },
})

function title(text: string): CardNode {
  const size = TITLE_SIZES.find(([max]) => text.length <= max)?.[1] ?? 46
  return box(
    {
      ...{ display: 'block', fontSize: size, fontWeight: 600, letterSpacing: '-0.022em', lineHeight: 1.15 },
      ...{ lineClamp: 2, wordBreak: 'break-word', marginTop: 6 },
    },
    text,
  )
}

const word = ({ text, look }: CardContent['words'][number]): CardNode =>
  box({ color: COLOURS[look], marginRight: 44 }, text)

/** Draws the scale from 0 to 100, the score's range on it, and the score. */
export function drawScore({ score, low, high }: CardScore): CardNode {
  const at = (value: number): number => Math.round((value / 100) * SCALE)
  const bar = (style: Style) => box({ position: 'absolute', ...style })
  const range = low === null || high === null ? 'range unknown' : `${low.toFixed(1)} to ${high.toFixed(1)}`
  return box(
    { flexDirection: 'column' },
    box(
      { alignItems: 'baseline' },
      box({ fontSize: 52, fontWeight: 600, marginRight: 20 }, score.toFixed(1)),
      box({ color: COLOURS.soft }, `of 100; ${range}`),
    ),
    box(
      { position: 'relative', width: SCALE, height: 30, marginTop: 14 },
      bar({ left: 0, top: 14, width: SCALE, height: 2, background: COLOURS.line }),
      low === null || high === null
        ? null
        : bar({
            ...{ left: at(low), top: 10, width: Math.max(2, at(high) - at(low)), height: 10 },
            ...{ background: '#c3cbe0' },
          }),
      bar({ left: Math.max(0, at(score) - 3), top: 0, width: 6, height: 30, background: COLOURS.accent }),
    ),
  )
}

const drawRows = (rows: CardContent['rows']): CardNode =>
  box(
    { flexDirection: 'column' },
    ...rows.map(({ rank, name, score }) =>
      box(
        { borderTop: `2px solid ${COLOURS.line}`, padding: '12px 0', fontSize: 30 },
        box({ width: 64, color: COLOURS.soft }, rank),
        box(
          {
            display: 'block',
            flexGrow: 1,
            width: 800,
            fontWeight: 600,
            lineClamp: 1,
            wordBreak: 'break-all',
          },
          name,
        ),
        box({ color: COLOURS.accent, fontWeight: 600 }, score),
      ),
    ),
  )
