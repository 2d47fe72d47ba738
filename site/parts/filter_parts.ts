/** Lets a field narrow the parts (`details`) of what it names to those that hold every word that is typed. */
export function filterParts(page: Document): void {
  for (const field of page.querySelectorAll<HTMLInputElement>('input[data-filters]')) {
    const place = page.getElementById(field.dataset.filters ?? '')
    const says = page.getElementById(`${field.dataset.filters}-says`)
    if (place === null) continue
    field.form?.classList.remove('waiting')
    field.form?.addEventListener('submit', (event) => event.preventDefault())
    field.addEventListener('input', () => {
      const shown = narrow(place, field.value)
      if (says !== null) says.textContent = field.value.trim() === '' ? '' : `${shown} found`
    })
  }
}

/** Shows the parts that hold the words, and the groups that have any; returns their number. */
function narrow(place: HTMLElement, text: string): number {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  for (const part of place.querySelectorAll('details')) {
    const own = part.textContent?.toLowerCase() ?? ''
    part.hidden = !words.every((word) => own.includes(word))
  }
  for (const group of place.querySelectorAll('section'))
    group.hidden = group.querySelector('details:not([hidden])') === null
  return place.querySelectorAll('details:not([hidden])').length
}
