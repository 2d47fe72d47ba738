import { badgeSnippets } from '../core/views/badge_snippets.ts'

const HANDLE = /^[A-Za-z0-9_-]{1,64}$/

const maker = document.getElementById('badge-maker')
const form = document.getElementById('choose-agent')
const field = document.getElementById('badge-agent')
if (maker !== null && form !== null && field instanceof HTMLInputElement) start(maker, form, field)

/** Shows the badge of the agent in the address, and that of each handle that is typed. */
function start(maker: HTMLElement, form: HTMLElement, field: HTMLInputElement): void {
  const asked = new URLSearchParams(location.search).get('agent')
  if (asked !== null && HANDLE.test(asked)) field.value = asked
  const show = () => {
    if (HANDLE.test(field.value)) choose(maker, field.value)
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    show()
    history.replaceState(null, '', `?agent=${field.value}`)
  })
  field.addEventListener('change', show)
  form.classList.remove('waiting')
  if (asked !== null) show()
}

function choose(maker: HTMLElement, handle: string): void {
  const snippets = badgeSnippets(maker.dataset.base ?? '', handle)
  for (const place of maker.querySelectorAll<HTMLElement>('[data-snippet]'))
    place.textContent = snippets[place.dataset.snippet as keyof typeof snippets] ?? ''
  const preview = maker.querySelector<HTMLImageElement>('#badge-preview')
  if (preview === null) return
  preview.src = `/embed/${handle}.svg`
  preview.alt = `Assay badge of ${handle}`
  const said = maker.querySelector('#badge-said')
  preview.onerror = () => said?.replaceChildren('No badge could be loaded for this handle.')
  preview.onload = () => said?.replaceChildren()
}
