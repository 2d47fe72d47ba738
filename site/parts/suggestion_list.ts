import { siteAddress } from './site_address.ts'

/** One agent of the list; its texts are third-party and shown as text alone. */
export interface SuggestedItem {
  handle: string
  name: string
  flagged: string | null
  words: string
}

const MAX_SUGGESTED = 8

/**
 * The list under a box: options that the arrow keys go through while the focus stays in the box, and a line below them.
 */
export class SuggestionList {
  readonly #input: HTMLInputElement
  readonly #popup: HTMLElement
  readonly #list: HTMLElement
  readonly #note: HTMLElement
  readonly #leadsTo: (handle: string) => string
  #active = -1

  /** A page may have two: ids begin with that of their box. */
  constructor(input: HTMLInputElement, leadsTo: (handle: string) => string) {
    const page = input.ownerDocument
    this.#leadsTo = leadsTo
    this.#input = input
    this.#popup = page.createElement('div')
    this.#popup.className = 'suggestions'
    this.#popup.hidden = true
    this.#list = page.createElement('div')
    this.#list.id = `${input.id}-suggestions`
    this.#list.setAttribute('role', 'listbox')
    this.#list.setAttribute('aria-label', 'Agents')
    this.#note = page.createElement('p')
    this.#note.setAttribute('role', 'status')
    this.#popup.append(this.#list, this.#note)
    // A press on an option must not take the focus from the box, which would close the list before the click.
    this.#popup.addEventListener('mousedown', (event) => event.preventDefault())
    // After the sign of the shortcut, which hides by standing beside the box.
    input.form?.append(this.#popup)
    input.setAttribute('role', 'combobox')
    input.setAttribute('aria-autocomplete', 'list')
    input.setAttribute('aria-controls', this.#list.id)
    input.setAttribute('aria-expanded', 'false')
  }

  get isOpen(): boolean {
    return !this.#popup.hidden
  }

  /** Shows agents, the first of them, and a line about them. */
  show(agents: SuggestedItem[], note: string): void {
    this.#list.replaceChildren(...agents.slice(0, MAX_SUGGESTED).map((agent, at) => this.#option(agent, at)))
    this.#note.textContent = note
    this.#popup.hidden = false
    this.#input.setAttribute('aria-expanded', String(agents.length > 0))
    this.#choose(-1)
  }

  /** Shows a line alone. */
  announce(note: string): void {
    this.show([], note)
  }

  close(): void {
    this.#popup.hidden = true
    this.#input.setAttribute('aria-expanded', 'false')
    this.#choose(-1)
  }

  /** Handles a key; false if it does nothing to the list. */
  press(key: string): boolean {
    if (!this.isOpen) return false
    if (key === 'Escape') this.close()
    else if (key === 'ArrowDown') this.#move(1)
    else if (key === 'ArrowUp') this.#move(-1)
    else if (key === 'Enter' && this.#active >= 0) this.#options[this.#active]?.click()
    else return false
    return true
  }

  get #options(): HTMLElement[] {
    return [...this.#list.children] as HTMLElement[]
  }

  /** One further or back; between the last and the first is the box itself. */
  #move(by: number): void {
    const places = this.#options.length + 1
    this.#choose(((this.#active + 1 + by + places) % places) - 1)
  }

  #choose(active: number): void {
    this.#active = active
    for (const [at, option] of this.#options.entries())
      option.setAttribute('aria-selected', String(at === active))
    const chosen = this.#options[active]
    if (chosen === undefined) this.#input.removeAttribute('aria-activedescendant')
    else this.#input.setAttribute('aria-activedescendant', chosen.id)
    chosen?.scrollIntoView({ block: 'nearest' })
  }

  #option({ handle, name, flagged, words }: SuggestedItem, at: number): HTMLElement {
    const page = this.#input.ownerDocument
    const part = (tag: string, text: string, className = ''): HTMLElement => {
      const element = page.createElement(tag)
      element.textContent = text
      element.className = className
      return element
    }
    const option = page.createElement('a')
    option.id = `${this.#list.id}-${at}`
    option.href = siteAddress(this.#leadsTo(handle))
    option.tabIndex = -1
    option.setAttribute('role', 'option')
    const flag = flagged === null ? [] : [' ', part('strong', flagged, 'flag')]
    // Names are not unique: the handle is beside each.
    option.append(
      part('bdi', name),
      ' ',
      part('code', handle, 'soft'),
      ...flag,
      ' ',
      part('span', words, 'soft'),
    )
    return option
  }
}
