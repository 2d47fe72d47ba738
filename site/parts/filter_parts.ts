/**
 * Lets a field narrow what it names to the parts that hold every word that is typed. Parts are `details`, or what
 * `data-parts` selects. The words of a field with a name are in the address, as those of a ranking are.
 */
export function filterParts(page: Document): void {
  for (const field of page.querySelectorAll<HTMLInputElement>('input[data-filters]')) {
    const place = page.getElementById(field.dataset.filters ?? '')
    if (place === null) continue
    const says = page.getElementById(`${field.dataset.filters}-says`)
    const update = (): void => {
      const shown = narrow(place, field.dataset.parts ?? 'details', field.value)
      if (says !== null) says.textContent = field.value.trim() === '' ? '' : `${shown} found`
    }
    const form = field.closest('form')
    for (const waiting of [form, field]) waiting?.classList.remove('waiting')
    form?.addEventListener('submit', (event) => event.preventDefault())
    // The choices beside the field narrow its parts too, by style alone.
    for (const input of [field, ...page.querySelectorAll(`[data-beside="${field.dataset.filters}"] input`)])
      input.addEventListener('input', update)
    const name = field.getAttribute('name')
    if (name === null) continue
    field.addEventListener('input', () => {
      const words = field.value.trim()
      const query = words === '' ? '' : `?${name}=${encodeURIComponent(words)}`
      history.replaceState(null, '', `${location.pathname}${query}`)
    })
    field.value = new URLSearchParams(location.search).get(name) ?? ''
    if (field.value !== '') update()
  }
}

/** Shows the parts that hold the words, and the groups that have any; returns the number of those that are seen. */
function narrow(place: HTMLElement, selector: string, text: string): number {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const parts = [...place.querySelectorAll<HTMLElement>(selector)]
  for (const part of parts) {
    const own = searchedText(part)
    part.hidden = !words.every((word) => own.includes(word))
  }
  for (const group of place.querySelectorAll('section'))
    group.hidden = group.querySelector(`:is(${selector}):not([hidden])`) === null
  return parts.filter((part) => !part.hidden && part.checkVisibility()).length
}

/** The text of a part, and what is only shown shortened in it. */
const searchedText = (part: HTMLElement): string =>
  [part.textContent, ...[...part.querySelectorAll('code[title]')].map((code) => code.getAttribute('title'))]
    .join(' ')
    .toLowerCase()
