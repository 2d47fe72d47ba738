/** `/` focuses the search box, except while typing. */
export function focusOnSlash(page: Document): void {
  page.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const box = page.getElementById('search')
    if (box === null) return
    event.preventDefault()
    box.focus()
  })
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
