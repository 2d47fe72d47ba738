import { claimTitle, type PageReport, RESULTS } from './report.ts'

/** Builds the elements of a report. All text is set as text: nothing of it is ever read as HTML. */
export function renderReport(report: PageReport): HTMLElement[] {
  const heading = element('h2', report.headline)
  heading.className = { held: 'ok', broken: 'failed', partly: '' }[report.verdict]
  return [heading, factList(report.facts), claimList(report), ...report.scores.flatMap(scoreSteps)]
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  ...inner: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const node = document.createElement(name)
  node.append(...inner)
  return node
}

function factList(facts: PageReport['facts']): HTMLElement {
  const list = element('dl', ...facts.flatMap(([name, value]) => [element('dt', name), element('dd', value)]))
  list.className = 'findings'
  return list
}

function claimList({ claims }: PageReport): HTMLElement {
  return element(
    'ul',
    ...claims.map((claim) => {
      const result = element('strong', RESULTS[claim.result])
      result.className = { held: 'ok', broken: 'failed', not_checked: 'skipped' }[claim.result]
      const detail = claim.detail === '' ? [] : [element('br'), soft(claim.detail)]
      return element('li', `${claimTitle(claim)}: `, result, ...detail)
    }),
  )
}

function soft(text: string): HTMLElement {
  const node = element('span', text)
  node.className = 'soft'
  return node
}

function scoreSteps({
  category,
  version,
  published,
  again,
  names,
}: PageReport['scores'][number]): HTMLElement[] {
  const signals = again.signals.map(({ key, value, input, scaled, weight, points }) => [
    names.get(key) ?? key,
    value === null ? 'not observed' : String(value),
    input === null ? '–' : String(input),
    scaled === null ? 'left out' : `${formatRounded(scaled, 4)}${value === null ? ' (assumed)' : ''}`,
    String(weight),
    formatRounded(points, 4),
  ])
  const parts = again.parts.map(({ id, role, weight, share, points }) => [
    `${names.get(id) ?? id} (${role})`,
    String(weight),
    share === null ? 'none' : formatRounded(share, 4),
    formatRounded(points, 4),
  ])
  return [
    element('h3', `The score in ${category}, step by step (methodology ${version})`),
    table(
      ['Signal', 'Published value', 'Taken', 'Scaled', 'Weight', 'Points'],
      signals,
      `Signals, ${category}`,
    ),
    table(['Part', 'Weight', 'Share', 'Points'], parts, `Parts, ${category}`),
    element(
      'p',
      `Sum of the points: ${formatRounded(again.score, 2)}. Published: ${formatRounded(published, 2)}.`,
    ),
  ]
}

function table(titles: string[], rows: string[][], caption: string): HTMLElement {
  const head = element('tr', ...titles.map((title) => createHeader('col', title)))
  const body = rows.map(([first = '', ...rest]) =>
    element('tr', createHeader('row', first), ...rest.map((text) => element('td', text))),
  )
  const node = element(
    'table',
    element('caption', caption),
    element('thead', head),
    element('tbody', ...body),
  )
  const wide = element('div', node)
  wide.className = 'wide'
  wide.tabIndex = 0
  wide.setAttribute('role', 'region')
  wide.setAttribute('aria-label', caption)
  return wide
}

function createHeader(scope: 'col' | 'row', text: string): HTMLElement {
  const cell = element('th', text)
  cell.scope = scope
  return cell
}

const formatRounded = (value: number, digits: number): string => String(Number(value.toFixed(digits)))
