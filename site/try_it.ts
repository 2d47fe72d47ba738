import { siteAddress } from './parts/site_address.ts'
import { triedAddress } from './parts/try_address.ts'

/** The most that is shown of an answer, in characters. */
const MAX_SHOWN = 20_000

for (const waiting of document.querySelectorAll('.waiting')) waiting.classList.remove('waiting')
for (const form of document.querySelectorAll<HTMLFormElement>('form.try'))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    show(form, siteAddress(buildAddress(form)))
  })

const buildAddress = (form: HTMLFormElement): string =>
  triedAddress(
    form.dataset.path ?? '',
    [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-name]')].map((field) => ({
      name: field.dataset.name ?? '',
      isInPath: field.dataset.in === 'path',
      value: field.value,
    })),
  )

/** Asks, and shows address, status and answer below the form. */
async function show(form: HTMLFormElement, address: string): Promise<void> {
  const place = placeBelow(form)
  place.textContent = `GET ${address}`
  try {
    const response = await fetch(address, { headers: { accept: 'application/json, text/plain, */*' } })
    place.textContent = `GET ${address}\n${response.status}\n\n${readable(await response.text())}`
  } catch {
    place.textContent = `GET ${address}\nno answer: is there a connection?`
  }
}

function placeBelow(form: HTMLFormElement): HTMLElement {
  const next = form.nextElementSibling
  if (next instanceof HTMLElement && next.classList.contains('answer')) return next
  const place = form.ownerDocument.createElement('pre')
  place.className = 'answer'
  place.tabIndex = 0
  place.setAttribute('role', 'status')
  form.after(place)
  return place
}

/** JSON with its lines, anything else as it is; cut where it is long. */
function readable(text: string): string {
  const whole = laidOut(text)
  return whole.length > MAX_SHOWN
    ? `${whole.slice(0, MAX_SHOWN)}\n… ${whole.length - MAX_SHOWN} more characters`
    : whole
}

function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 1)
  } catch {
    return text
  }
}
