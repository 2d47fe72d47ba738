import { readFileSync } from 'node:fs'
import satori from 'satori'
import { xml } from '../../core/domain/text.ts'
import { formatAmount, shortDay } from '../../core/pages/numbers.ts'
import { FONTS } from '../../pipeline/render/card/fonts.ts'
import { box, type CardNode, COLOURS, drawHead, drawScore, SHEET } from '../../pipeline/render/card/layout.ts'

/** The agent as the golden days publish it: invented data, which a test keeps as the code makes them. */
const AGENT = new URL('../../test/golden/two_days/output/public/api/agent/alder/llm-summary', import.meta.url)
const HEIGHT = 790

interface Summary {
  name: string
  handle: string
  last_updated: string
  scores_by_category: Record<string, Score>
}
interface Score {
  rank: number
  score: number
  score_low: number
  score_high: number
  signals: { name: string; value: number | string | null; unit: string; points: number; weight: number }[]
}
type Signal = Score['signals'][number]

/**
 * `docs/agent.svg`: the first screen of an agent, drawn as the preview cards are, from what was published of one. Words
 * stay text, a sixth of the bytes of their outlines, and are as wide as they were set in whatever font shows them.
 */
export async function drawPicture(): Promise<string> {
  const agent = JSON.parse(readFileSync(AGENT, 'utf8')) as Summary
  const layout = layoutAgent(agent) as unknown as Parameters<typeof satori>[0]
  const svg = await satori(layout, { width: 1200, height: HEIGHT, fonts: FONTS, embedFont: false })
  return `${svg
    .replace('>', () => `><title>${xml(`Sample data: the page of ${agent.name}`)}</title>`)
    .replaceAll(
      /(<text [^>]*)width="([^"]*)" height="[^"]*"/g,
      '$1textLength="$2" lengthAdjust="spacingAndGlyphs"',
    )
    .replaceAll(/font-family="[^"]*"/g, 'font-family="Inter, system-ui, sans-serif"')
    .replaceAll(/="[^"]*"/g, roundNumbers)}\n`
}

/** One decimal is enough, in attributes alone: the words are figures. */
const roundNumbers = (attribute: string): string =>
  attribute.replaceAll(/\d+\.\d{2,}/g, (digits) => String(Number(Number(digits).toFixed(1))))

function layoutAgent({ name, handle, last_updated, scores_by_category }: Summary): CardNode {
  const score = scores_by_category.model_family as Score
  const missing = score.signals.filter(({ value }) => value === null)
  return box(
    { ...SHEET, height: HEIGHT - 112 },
    drawHead({ world: 'sample', date: shortDay(last_updated.slice(0, 10)) }),
    box({ fontSize: 26, color: COLOURS.soft, marginTop: 32 }, `Model families, place ${score.rank}`),
    box({ fontSize: 52, fontWeight: 600 }, name),
    box({ fontSize: 24, color: COLOURS.soft, marginBottom: 24 }, handle),
    drawScore({ score: score.score, low: score.score_low, high: score.score_high }),
    box({ fontSize: 26, fontWeight: 600, marginTop: 32, marginBottom: 8 }, 'Measured'),
    ...score.signals.filter(({ value }) => value !== null).map(drawSignal),
    box(
      { fontSize: 24, color: COLOURS.soft, marginTop: 24 },
      `Not measured: ${missing.reduce((sum, { weight }) => sum + weight, 0)} of 100 points`,
    ),
  )
}

const drawSignal = ({ name, value, unit, points, weight }: Signal): CardNode =>
  box(
    { borderTop: `2px solid ${COLOURS.line}`, padding: '9px 0', fontSize: 24 },
    box({ width: 520, fontWeight: 600 }, name),
    box(
      { flexGrow: 1, color: COLOURS.soft },
      typeof value === 'string' ? shortDay(value.slice(0, 10)) : `${formatAmount(value)} ${unit}`,
    ),
    box({ color: COLOURS.accent, fontWeight: 600 }, `${points.toFixed(1)} of ${weight}`),
  )
