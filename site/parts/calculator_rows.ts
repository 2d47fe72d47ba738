import type { SignalInputs } from './calculator_score.ts'

/** A row of the calculator: a field for the value, and where its share of the score is shown. */
export interface CalculatorRow {
  key: string
  /** Cost of faking one more unit, in USD; null if unknown. */
  usd: number | null
  field: HTMLInputElement
  /** Null for an empty field: not observed. */
  read(): number | null
  show(scaled: number | null, points: number, isChanged: boolean): void
}

/** The rows of the list, with a field in the place of each value; times become days. */
export const buildRows = (
  page: HTMLElement,
  inputs: SignalInputs,
  isTime: (key: string) => boolean,
): CalculatorRow[] =>
  [...page.querySelectorAll<HTMLElement>('li[data-key]')].map((row) => {
    const key = row.dataset.key ?? ''
    const cell = (name: string) => row.querySelector<HTMLElement>(`[data-of="${name}"]`)
    const field = createField(page.ownerDocument, row, inputs[key] ?? null, isTime(key))
    cell('value')?.replaceChildren(field, isTime(key) ? ' days ago' : '')
    return {
      key,
      usd: row.dataset.usd === undefined ? null : Number(row.dataset.usd),
      field,
      read: () => (Number.isFinite(field.valueAsNumber) ? field.valueAsNumber : null),
      show(scaled, points, isChanged) {
        const [scaledCell, pointsCell] = [cell('scaled'), cell('points')]
        if (scaledCell !== null) scaledCell.textContent = scaled === null ? 'unknown' : String(scaled)
        if (pointsCell !== null) pointsCell.textContent = points.toFixed(2)
        pointsCell?.classList.toggle('changed', isChanged)
      },
    }
  })

function createField(
  page: Document,
  row: HTMLElement,
  value: number | null,
  isTime: boolean,
): HTMLInputElement {
  const field = page.createElement('input')
  field.type = 'number'
  field.min = '0'
  field.step = isTime ? '1' : 'any'
  field.placeholder = 'not observed'
  field.value = value === null ? '' : String(value)
  field.setAttribute(
    'aria-label',
    `${row.querySelector('.name')?.textContent ?? ''}${isTime ? ', days ago' : ''}`,
  )
  return field
}
