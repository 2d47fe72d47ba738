import { BADGE_STYLES, type BadgeStyle, DEFAULT_STYLE } from '../core/badge/badge.ts'
import { badgeHeight, badgePath, badgeSnippets, uptimePath } from '../core/views/badge_snippets.ts'
import { searchBox } from './parts/search_box.ts'
import { SearchFiles } from './parts/search_files.ts'
import { siteAddress } from './parts/site_address.ts'

const HANDLE = /^[A-Za-z0-9_-]{1,64}$/

const maker = document.getElementById('badge-maker')
const form = document.getElementById('choose-agent')
const field = document.getElementById('badge-agent')
if (maker !== null && form !== null && field instanceof HTMLInputElement) start(maker, form, field)

/** Shows the badge of the agent and in the style of the address, and what is chosen. */
function start(maker: HTMLElement, form: HTMLElement, field: HTMLInputElement): void {
  const requested = new URLSearchParams(location.search)
  const agent = requested.get('agent')
  const styles = [...form.querySelectorAll<HTMLInputElement>('input[name=style]')]
  const style = () => knownStyle(styles.find(({ checked }) => checked)?.value ?? null)
  const formatAddress = (handle: string) => `/badge?agent=${handle}&style=${style()}`
  if (agent !== null && HANDLE.test(agent)) field.value = agent
  const asked = knownStyle(requested.get('style'))
  for (const choice of styles) choice.checked = choice.value === asked
  const show = () => {
    const handle = field.value.trim()
    if (HANDLE.test(handle)) choose(maker, form, handle, style())
    else maker.querySelector('#badge-said')?.replaceChildren('Choose an agent from the list below the field.')
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    show()
    if (HANDLE.test(field.value.trim()))
      history.replaceState(null, '', siteAddress(formatAddress(field.value.trim())))
  })
  for (const choice of styles) choice.addEventListener('change', show)
  searchBox(field, new SearchFiles(), { to: formatAddress, hasResults: false })
  form.classList.remove('waiting')
  if (agent !== null || asked !== DEFAULT_STYLE) show()
}

/** The style of a name, and the usual one where there is none of it. */
function knownStyle(name: string | null): BadgeStyle {
  return BADGE_STYLES.find((style) => style === name) ?? DEFAULT_STYLE
}

function choose(maker: HTMLElement, form: HTMLElement, handle: string, style: BadgeStyle): void {
  const snippets = badgeSnippets(maker.dataset.base ?? '', handle, style)
  for (const place of maker.querySelectorAll<HTMLElement>('[data-snippet]'))
    place.textContent = snippets[place.dataset.snippet as keyof typeof snippets] ?? ''
  for (const ground of form.querySelectorAll<HTMLElement>('[data-style]')) {
    const drawn = knownStyle(ground.dataset.style ?? null)
    ground.replaceChildren(drawImage(badgePath(handle, drawn), drawn, ''))
  }
  const preview = maker.querySelector<HTMLImageElement>('#badge-preview')
  if (preview === null) return
  preview.src = siteAddress(badgePath(handle, style))
  preview.height = badgeHeight(style)
  preview.alt = `Assay badge of ${handle}`
  // Only the service draws this badge, so that a page has none before somebody asks for it.
  const uptime = drawImage(uptimePath(handle, style), style, `Days on which ${handle} answered`)
  maker.querySelector('#uptime-preview')?.replaceChildren(uptime)
  const message = maker.querySelector('#badge-said')
  preview.onerror = () => message?.replaceChildren('No badge could be loaded for this handle.')
  preview.onload = () => message?.replaceChildren()
}

function drawImage(path: string, style: BadgeStyle, alt: string): HTMLImageElement {
  const image = document.createElement('img')
  image.src = siteAddress(path)
  image.height = badgeHeight(style)
  image.alt = alt
  return image
}
