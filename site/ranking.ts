import { allRows } from './parts/all_rows.ts'
import {
  formatListState,
  type ListState,
  parseListState,
  type Row,
  type SortOrder,
  selectRows,
} from './parts/ranking_rows.ts'
import { siteAddress } from './parts/site_address.ts'

type ListedRow = Row & { element: HTMLElement }
type Choice = 'all' | 'alive' | 'ok' | 'unflagged'

/** Number of rows that are put on the page at a time. */
const ROWS = 100
/** The columns that can be sorted by, with the orders that presses of their heads go through. */
const SORTED: Record<string, SortOrder[]> = { agent: ['name', 'rank'], moved: ['rose', 'fell', 'rank'] }

/** Filters and sorts a ranking over all its pages; the state is in the address, so that "back" undoes a step. */
class RankingList {
  readonly #form: HTMLFormElement
  readonly #table: HTMLTableElement
  readonly #says: HTMLElement
  readonly #field: HTMLInputElement
  readonly #isRest: boolean
  readonly #more = document.createElement('button')
  /** The line and the rows that came with the page. */
  readonly #own: { line: string; rows: Element[] }
  #onPage: Element[]
  #state: ListState
  readonly #rows = new Map<number, Promise<ListedRow[]>>()
  #turn = 0
  #shown = ROWS

  constructor(form: HTMLFormElement, table: HTMLTableElement, says: HTMLElement) {
    this.#form = form
    this.#table = table
    this.#says = says
    this.#field = form.elements.namedItem('q') as HTMLInputElement
    this.#isRest = form.querySelector('[data-is=all][aria-current]') !== null
    this.#own = { line: says.textContent ?? '', rows: [...(table.tBodies[0]?.children ?? [])] }
    this.#onPage = this.#own.rows
    this.#state = parseListState(location.search, this.#isRest)
    this.#more.type = 'button'
    this.#more.hidden = true
    table.after(this.#more)
  }

  start(): void {
    for (const hidden of this.#form.querySelectorAll('.waiting')) hidden.classList.remove('waiting')
    this.#addSorting()
    this.#form.addEventListener('submit', (event) => event.preventDefault())
    this.#field.addEventListener('input', () => this.#go({ text: this.#field.value }, true))
    this.#form.addEventListener('click', (event) => this.#choose(event))
    this.#more.addEventListener('click', () => {
      this.#shown += ROWS
      void this.#update()
    })
    addEventListener('popstate', () => this.#return())
    this.#return()
  }

  /** Shows the state of the address. */
  #return(): void {
    this.#state = parseListState(location.search, this.#isRest)
    this.#field.value = this.#state.text
    void this.#update()
  }

  #choose(event: MouseEvent): void {
    const chip = (event.target as Element).closest<HTMLElement>('[data-is]')
    if (chip === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    // From a page of those that are not ranked the ranked ones are a page away.
    if (chip.dataset.is === 'ranked' && this.#isRest) return
    event.preventDefault()
    if (chip.dataset.is === 'ranked') this.#go({ all: false })
    else if (chip.dataset.is === 'all') this.#go({ all: true })
    else this.#go({ [chip.dataset.is as Choice]: !this.#state[chip.dataset.is as Choice] })
  }

  /** Takes a new state into the address; letters that are typed are no step to go back to. */
  #go(change: Partial<ListState>, isTyped = false): void {
    this.#state = { ...this.#state, ...change }
    this.#shown = ROWS
    const list = siteAddress(this.#table.dataset.list ?? '')
    const address = `${this.#isRest ? location.pathname : list}${formatListState(this.#state)}`
    history[isTyped ? 'replaceState' : 'pushState'](null, '', address)
    void this.#update()
  }

  async #update(): Promise<void> {
    const turn = ++this.#turn
    const isPlain = formatListState(this.#state) === (this.#isRest ? '?all' : '')
    this.#mark()
    if (isPlain && this.#shown === ROWS) return this.#show(this.#own.rows, this.#own.line, isPlain, 0)
    this.#says.textContent = 'Reading the list …'
    // The ranked ones are on the first pages.
    const pages = Number(this.#state.all ? this.#table.dataset.pages : this.#table.dataset.ranked)
    try {
      const all = await this.#read(pages)
      // Whoever types on wants the answer to what was typed last.
      if (turn !== this.#turn) return
      const found = selectRows(all, this.#state)
      const elements = found.slice(0, this.#shown).map(({ element }) => element)
      this.#show(
        elements,
        `${found.length} of ${all.length} agents.`,
        isPlain,
        found.length - elements.length,
      )
    } catch {
      this.#rows.delete(pages)
      this.#says.textContent = 'The list could not be read. Check your connection and try again.'
    }
  }

  #read(pages: number): Promise<ListedRow[]> {
    const read = this.#rows.get(pages) ?? allRows(this.#table.dataset.list ?? '', pages).then(readRows)
    this.#rows.set(pages, read)
    return read
  }

  /** The pager is of the list as it is; what was found goes on under a button of its own. */
  #show(rows: Element[], line: string, isPlain: boolean, left: number): void {
    // Putting rows back where they are lays out the whole table again.
    if (rows !== this.#onPage) this.#table.tBodies[0]?.replaceChildren(...rows)
    this.#onPage = rows
    this.#says.textContent = line
    for (const pager of document.querySelectorAll<HTMLElement>('nav.pages, .pages-now'))
      pager.hidden = !isPlain
    this.#more.hidden = left <= 0
    this.#more.textContent = `${Math.min(left, ROWS)} more of ${left}`
  }

  #mark(): void {
    for (const chip of this.#form.querySelectorAll<HTMLElement>('[data-is]')) {
      const name = chip.dataset.is as Choice | 'ranked'
      const isOn = name === 'ranked' ? !this.#state.all : this.#state[name]
      if (chip instanceof HTMLButtonElement) chip.setAttribute('aria-pressed', String(isOn))
      else if (isOn) chip.setAttribute('aria-current', 'page')
      else chip.removeAttribute('aria-current')
    }
    for (const [column, orders] of Object.entries(SORTED)) {
      const head = this.#table.tHead?.querySelector(`.${column}`)
      const isSorted = this.#state.order !== 'rank' && orders.includes(this.#state.order)
      if (isSorted) head?.setAttribute('aria-sort', this.#state.order === 'rose' ? 'descending' : 'ascending')
      else head?.removeAttribute('aria-sort')
    }
  }

  #addSorting(): void {
    for (const [column, orders] of Object.entries(SORTED)) {
      const head = this.#table.tHead?.querySelector(`.${column}`)
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = head?.textContent ?? ''
      button.addEventListener('click', () =>
        this.#go({ order: orders[orders.indexOf(this.#state.order) + 1] ?? orders[0] ?? 'rank' }),
      )
      head?.replaceChildren(button)
    }
  }
}

/** Reads the rows of the table, in the order of the ranking. */
const readRows = (elements: HTMLElement[]): ListedRow[] =>
  elements.map((element, place) => ({
    element,
    place,
    text: (element.querySelector('.who')?.textContent ?? '').toLowerCase(),
    isRanked: !element.classList.contains('unranked'),
    isAlive: element.querySelector('.state.alive') !== null,
    isOk: element.querySelector('.advice.proceed') !== null,
    isFlagged: element.querySelector('.flag') !== null,
    change: Number.parseFloat(element.querySelector('.moved')?.textContent ?? '') || 0,
  }))

const form = document.querySelector<HTMLFormElement>('#narrow')
const table = document.querySelector<HTMLTableElement>('#ranks')
const message = document.querySelector<HTMLElement>('#narrowed')
if (form !== null && table !== null && message !== null) new RankingList(form, table, message).start()
