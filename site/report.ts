import { resultMessage, toReport } from './parts/report_words.ts'
import { siteAddress } from './parts/site_address.ts'

const form = document.getElementById('report')
if (form instanceof HTMLFormElement) start(form)

/** Lets people send what programs send to the feedback address. */
function start(form: HTMLFormElement): void {
  const requested = new URLSearchParams(location.search).get('agent')
  const handle = form.elements.namedItem('agent_handle')
  if (requested !== null && handle instanceof HTMLInputElement) handle.value = requested.slice(0, 64)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send(form)
  })
  form.classList.remove('waiting')
}

async function send(form: HTMLFormElement): Promise<void> {
  const message = form.querySelector('#report-said')
  const button = form.querySelector('button')
  if (button !== null) button.disabled = true
  const answer = await fetch(siteAddress('/api/agent-feedback'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(toReport([...new FormData(form)].map(([name, value]) => [name, String(value)]))),
  }).catch(() => null)
  const body: unknown = await answer?.json().catch(() => null)
  if (message !== null) message.textContent = resultMessage(answer?.status ?? null, body)
  if (button !== null) button.disabled = false
}
