import { type Formula, toInput } from '../verify/score.ts'
import { askJson } from './parts/ask_json.ts'
import { buildRows, type CalculatorRow } from './parts/calculator_rows.ts'
import { computeScore, type SignalInputs } from './parts/calculator_score.ts'
import { describeScore, describeStart, fakedCost } from './parts/calculator_words.ts'
import { siteAddress } from './parts/site_address.ts'

/** Fields of an agent's published summary that the calculator starts from. */
interface Summary {
  handle: string
  scores_by_category: Record<string, { signals: { key: string; value: number | string | null }[] }>
}

/** Puts fields in the place of the values of the list. Without the published numbers the list stays as it is. */
async function start(page: HTMLElement): Promise<void> {
  const { category = '', methodology = '', agent = '', day = '' } = page.dataset
  const requested = new URLSearchParams(location.search).get('agent')
  const formula = await askJson<Formula>(methodology)
  const summary = await fetchSummary(requested ?? agent)
  if (formula === null) return
  const signals = summary?.scores_by_category[category]?.signals
  const given = signals ?? (await fetchSummary(agent))?.scores_by_category[category]?.signals ?? []
  const inputs = Object.fromEntries(
    given.map(({ key, value }) => [key, value === null ? null : toInput(value, day)]),
  )
  const isTime = new Map(
    formula.signals.map(({ key, transform }) => [key, ['recency', 'tenure'].includes(transform)]),
  )
  const rows = buildRows(page, inputs, (key) => isTime.get(key) ?? false)
  const setText = textIn(page)
  const show = () => recount(formula, rows, inputs, setText)
  for (const { field } of rows) field.addEventListener('input', show)
  show()
  if (requested !== null) setText('said', describeStart(requested, summary !== null, signals !== undefined))
  if (requested !== null && signals !== undefined) nameAgent(page, requested, setText)
  for (const waiting of page.querySelectorAll('.waiting')) waiting.classList.remove('waiting')
}

const fetchSummary = (handle: string): Promise<Summary | null> =>
  /^[\w-]{1,64}$/.test(handle) ? askJson<Summary>(`/api/agent/${handle}/llm-summary`) : Promise.resolve(null)

type SetText = (id: string, text: string) => void

const textIn =
  (page: HTMLElement): SetText =>
  (id, text) => {
    const place = page.querySelector(`#${id}`)
    if (place !== null) place.textContent = text
  }

/** Names the agent in the sentence that was about the middle one. */
function nameAgent(page: HTMLElement, handle: string, setText: SetText): void {
  setText('shown-before', 'The agent')
  setText('shown-after', '')
  const link = page.querySelector<HTMLAnchorElement>('#shown-agent')
  if (link === null) return
  link.textContent = handle
  link.href = siteAddress(`/agents/${handle}`)
}

function recount(formula: Formula, rows: CalculatorRow[], started: SignalInputs, setText: SetText): void {
  const inputs = Object.fromEntries(rows.map((row) => [row.key, row.read()]))
  const score = computeScore(formula, inputs)
  for (const row of rows) {
    const counted = score.signals.find(({ key }) => key === row.key)
    if (counted !== undefined)
      row.show(counted.scaled, counted.points, inputs[row.key] !== (started[row.key] ?? null))
  }
  setText('score', describeScore(score))
  setText(
    'said',
    fakedCost(rows.map(({ key, usd }) => ({ from: started[key] ?? null, to: inputs[key] ?? null, usd }))),
  )
}

const page = document.getElementById('calculator')
if (page !== null) await start(page)
