const MESSAGE_MS = 2000

/** Puts a button that copies on every block of code marked with `data-copy`; without a clipboard there is none. */
export function copyButtons(page: Document): void {
  if (navigator.clipboard === undefined) return
  for (const block of page.querySelectorAll<HTMLElement>('pre[data-copy]')) {
    // The copied text may change, as the handle in a badge does; the button is beside it in the block.
    const source = block.querySelector('code') ?? block
    const first = source.textContent
    const button = page.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.setAttribute('aria-label', `Copy ${block.dataset.copy ?? ''}`.trim())
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText((source === block ? first : source.textContent) ?? '')
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, MESSAGE_MS)
    })
    block.append(button)
  }
}
