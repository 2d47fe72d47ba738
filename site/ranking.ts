import { allRows } from './parts/all_rows.ts'
import { type Row, type SortOrder, selectRows } from './parts/ranking_rows.ts'

type ListedRow = Row & { element: HTMLElement }

/** The most rows that are put on the page at a time. */
const MAX_ROWS = 300

/** Filters and sorts a ranking: over all its pages, which are read on the first use. */
function enhance(form: HTMLFormElement, table: HTMLTableElement, says: HTMLElement): void {
  const body = table.tBodies[0]
  const list = table.dataset.list ?? ''
  const pages = Number(table.dataset.pages)
  if (body === undefined) return
  let rows: Promise<ListedRow[]> | null = null
  let requestCount = 0

  const update = async (): Promise<void> => {
    const turn = ++requestCount
    says.textContent = 'Reading the whole list …'
    rows ??= allRows(list, pages).then(readRows)
    try {
      const all = await rows
      // Whoever types on wants the answer to what was typed last.
      if (turn !== requestCount) return
      const found = selectRows(all, readForm(form))
      body.replaceChildren(...found.slice(0, MAX_ROWS).map(({ element }) => element))
      says.textContent = sentence(found.length, all.length, table.dataset.total ?? '')
      for (const nav of document.querySelectorAll<HTMLElement>('nav.pages, .pages-now')) nav.hidden = true
    } catch {
      rows = null
      says.textContent = 'The list could not be read. Check your connection and try again.'
    }
  }
  form.hidden = false
  form.addEventListener('input', () => void update())
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void update()
  })
}

/** Reads the rows of the table, in the order of the ranking. */
const readRows = (elements: HTMLElement[]): ListedRow[] =>
  elements.map((element, place) => ({
    element,
    place,
    text: (element.querySelector('th')?.textContent ?? '').toLowerCase(),
    liveness: (element.querySelector('.lives')?.textContent ?? '').trim(),
    score: Number.parseFloat(element.querySelector('.score')?.textContent ?? ''),
    change: Number.parseFloat(element.querySelector('.moved')?.textContent ?? '') || 0,
  }))

function readForm(form: HTMLFormElement): { text: string; liveness: string; order: SortOrder } {
  const data = new FormData(form)
  return {
    text: String(data.get('text') ?? ''),
    liveness: String(data.get('liveness') ?? ''),
    order: String(data.get('order') ?? 'rank') as SortOrder,
  }
}

function sentence(found: number, read: number, total: string): string {
  const shownRows = found > MAX_ROWS ? `, the first ${MAX_ROWS} shown` : ''
  return `${found} of ${read === Number(total) ? 'all' : 'the first'} ${read} agents${shownRows}.`
}

const form = document.querySelector<HTMLFormElement>('#narrow')
const table = document.querySelector<HTMLTableElement>('#ranks')
const message = document.querySelector<HTMLElement>('#narrowed')
if (form !== null && table !== null && message !== null) enhance(form, table, message)
