import { BADGE_STYLES, type BadgeStyle, DEFAULT_STYLE } from '../core/badge/badge.ts'
import { badgeHeight, badgePath, badgeSnippets, uptimePath } from '../core/views/badge_snippets.ts'
import { siteAddress } from './parts/site_address.ts'

const HANDLE = /^[A-Za-z0-9_-]{1,64}$/

const maker = document.getElementById('badge-maker')
const form = document.getElementById('choose-agent')
const field = document.getElementById('badge-agent')
const styles = document.getElementById('badge-style')
if (
  maker !== null &&
  form !== null &&
  field instanceof HTMLInputElement &&
  styles instanceof HTMLSelectElement
)
  start(maker, form, field, styles)

/** Shows the badge of the agent and in the style of the address, and what is chosen. */
function start(
  maker: HTMLElement,
  form: HTMLElement,
  field: HTMLInputElement,
  styles: HTMLSelectElement,
): void {
  const requested = new URLSearchParams(location.search)
  const agent = requested.get('agent')
  if (agent !== null && HANDLE.test(agent)) field.value = agent
  styles.value = knownStyle(requested.get('style'))
  const show = () => {
    if (HANDLE.test(field.value)) choose(maker, field.value, knownStyle(styles.value))
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    show()
    history.replaceState(null, '', `?agent=${field.value}&style=${styles.value}`)
  })
  field.addEventListener('change', show)
  styles.addEventListener('change', show)
  form.classList.remove('waiting')
  if (agent !== null || styles.value !== DEFAULT_STYLE) show()
}

/** The style of a name, and the usual one where there is none of it. */
function knownStyle(name: string | null): BadgeStyle {
  return BADGE_STYLES.find((style) => style === name) ?? DEFAULT_STYLE
}

function choose(maker: HTMLElement, handle: string, style: BadgeStyle): void {
  const snippets = badgeSnippets(maker.dataset.base ?? '', handle, style)
  for (const place of maker.querySelectorAll<HTMLElement>('[data-snippet]'))
    place.textContent = snippets[place.dataset.snippet as keyof typeof snippets] ?? ''
  const preview = maker.querySelector<HTMLImageElement>('#badge-preview')
  if (preview === null) return
  preview.src = siteAddress(badgePath(handle, style))
  preview.height = badgeHeight(style)
  preview.alt = `Assay badge of ${handle}`
  showUptime(maker, handle, style)
  const message = maker.querySelector('#badge-said')
  preview.onerror = () => message?.replaceChildren('No badge could be loaded for this handle.')
  preview.onload = () => message?.replaceChildren()
}

/** Only the service draws this badge, so that a page has none before somebody asks for it. */
function showUptime(maker: HTMLElement, handle: string, style: BadgeStyle): void {
  const image = document.createElement('img')
  image.src = siteAddress(uptimePath(handle, style))
  image.height = badgeHeight(style)
  image.alt = `Days on which ${handle} answered`
  maker.querySelector('#uptime-preview')?.replaceChildren(image)
}
