import type { z } from 'zod'
import { isRestCategory } from '../../../core/domain/category.ts'
import { INTERVAL_NUMBERS } from '../../../core/domain/interval_numbers.ts'
import { SIGNALS, signalName } from '../../../core/domain/signals.ts'
import { formatObserved } from '../../../core/pages/agent_standing.ts'
import { Drawing } from '../../../core/pages/drawing.ts'
import type { PageView } from '../../../core/pages/page_view.ts'
import { agentPath, htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { methodology as schema } from '../../../core/resources/methodology.schema.ts'
import { fakeCosts, type RankCost } from '../../catalog/fake_costs.ts'
import { FAKED_UNITS } from '../../catalog/fake_prices.ts'
import { literal } from '../../model/database.ts'
import { type Methodology, RANK_TEXT, scoreSteps } from '../../model/methodology.ts'
import { type IntervalCover, readIntervalCover } from '../answers/interval_cover.ts'
import { methodologyArtifact } from '../answers/methodology.ts'
import type { Site } from '../site.ts'
import { readLead } from './ranking_words.ts'

/** View of a methodology's page. */
export interface MethodologyView extends PageView {
  category: string
  name: string
  methodology_version: string
  /** The score in at most 25 words. */
  lead: string
  about: string
  /** Address of this methodology as JSON. */
  json_url: string
  ranking_url: string
  /** The computation of a score from signals, one sentence per step. */
  steps: string[]
  rank: string
  /** Cover and width of the intervals; null if no agent is ranked. */
  cover: IntervalCover | null
  /** Values of a category that a day hides, and from how many of them on a share is published. */
  hidden_values: number
  min_hidden_values: number
  evidence_ready_rule: string
  signals: {
    name: string
    unit: string
    source: string
    source_docs: string
    weight: number
    formula: string
    part: string
    prior: number | null
    is_left_out: boolean
    why: string
    /** Its points, drawn on a track of those of the heaviest signal. */
    bar: Drawing
  }[]
  /** The score of the median ranked agent, step by step; null if none is ranked. */
  example: ExampleView | null
  costs: Omit<RankCost, 'category' | 'before'>[]
  changelog: { version: string; date: string; change: string }[]
}

interface ExampleView {
  handle: string
  page_url: string
  rank: number
  ranked: number
  score: number
  score_floor: number
  score_ceiling: number
  signals: {
    key: string
    name: string
    value: string
    /** From 0 to 1; null if not observed. */
    scaled: number | null
    points: number
    weight: number
    /** Cost to fake one more unit, in USD without an exponent; null if the study has no price. */
    usd: string | null
    /** The item bought for that. */
    bought: string | null
  }[]
}

/** `/methodology/{category}`: the content of the JSON resource in words and tables, and a worked example. */
export async function methodologyPage(methodology: Methodology, site: Site): Promise<Artifact> {
  const { category } = methodology
  // Parsed from the resource itself, so that the page cannot differ from it.
  const resource = JSON.parse(String(methodologyArtifact(methodology, site).body)) as z.infer<typeof schema>
  const view: MethodologyView = {
    ...pageBase(site, {
      title: `How ${resource.name} are scored: Assay`,
      path: `/methodology/${category}`,
      description: `The methodology ${resource.methodology_version} of Assay for ${resource.name}: signals, weights, formulas, a calculator, what a rank costs to fake, and limitations.`,
      scripts: ['/assets/calculator.js'],
    }),
    limitations: resource.limitations,
    category,
    name: resource.name,
    methodology_version: resource.methodology_version,
    lead: readLead(category, resource.description),
    about: resource.description,
    json_url: isRestCategory(category)
      ? `/api/methodology/${category}/llm-summary`
      : `/data/methodology/${category}.json`,
    ranking_url: `/rankings/${category}`,
    steps: scoreSteps(methodology),
    rank: RANK_TEXT,
    cover: await readIntervalCover(site, category),
    hidden_values: INTERVAL_NUMBERS.hidden_values,
    min_hidden_values: INTERVAL_NUMBERS.min_hidden_values,
    evidence_ready_rule: resource.evidence_ready_rule,
    signals: weighSignals(resource.signals),
    example: await readExample(site, category),
    costs: fakeCosts().filter((cost) => cost.category === category),
    changelog: resource.changelog,
  }
  return htmlPage(`methodology/${category}.html`, site.pages.fill('methodology', view))
}

/** The signals with their points drawn, the heaviest as long as the column. */
function weighSignals(signals: z.infer<typeof schema>['signals']): MethodologyView['signals'] {
  const most = Math.max(...signals.map(({ weight }) => weight))
  return signals.map((signal) => ({
    ...{ ...signal, is_left_out: signal.prior === null },
    bar: new Drawing(
      `<svg class="weight-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="part-1" width="${Math.round((1000 * signal.weight) / most) / 10}" height="8"/></svg>`,
    ),
  }))
}

type Row = Pick<ExampleView, 'handle' | 'rank' | 'ranked' | 'score' | 'score_floor' | 'score_ceiling'>

/** Reads the median ranked agent with its signals from the marts. */
async function readExample(site: Site, category: string): Promise<ExampleView | null> {
  const [median] = await site.db.rows<Row>(
    `select handle, rank, scores.score, score_floor, score_ceiling, count(*) over () as ranked
     from rankings join scores using (handle, category)
     where category = ${literal(category)} and rank is not null
     qualify rank = (ranked + 1) // 2`,
  )
  if (median === undefined) return null
  return {
    ...median,
    page_url: agentPath(median.handle),
    signals: await readSignals(site, category, median.handle),
  }
}

interface SignalRow {
  key: string
  value: number | null
  value_at: string | null
  scaled: number | null
  points: number
  weight: number
}

async function readSignals(site: Site, category: string, handle: string): Promise<ExampleView['signals']> {
  const rows = await site.db.rows<SignalRow>(
    `select key, value, value_at, scaled, points, weight from sub_scores
     where category = ${literal(category)} and handle = ${literal(handle)} order by position`,
  )
  return rows.map(exampleSignal)
}

/** Maximum number of decimals in a price. */
const PRICE_DIGITS = 12

function exampleSignal({
  key,
  value,
  value_at,
  scaled,
  points,
  weight,
}: SignalRow): ExampleView['signals'][number] {
  const faked = FAKED_UNITS[key]
  return {
    ...{ key, scaled, points, weight },
    name: signalName(key),
    value: formatObserved({ value, value_at, unit: SIGNALS[key]?.unit ?? '' }),
    usd: faked === undefined ? null : faked.usd.toFixed(PRICE_DIGITS).replace(/\.?0+$/, ''),
    bought: faked?.what ?? null,
  }
}
