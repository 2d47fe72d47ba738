import type { PublishedSource } from '../source.ts'
import { checkAgent } from './check_agent.ts'
import { checkAttestation } from './check_attestation.ts'
import { type Keys, readKeys } from './keys.ts'
import { type PageReport, unreadable } from './report.ts'
import { renderReport } from './show.ts'
import { pageSource } from './source.ts'

/** An attestation has some ten kilobytes. */
const MAX_BYTES = 1_000_000

const byId = <Made extends HTMLElement>(id: string): Made => document.getElementById(id) as Made

const source: PublishedSource = pageSource(location.origin + (document.documentElement.dataset.base ?? ''))
// Read once, so that what is pasted later needs no request.
const keys: Promise<Keys> = readKeys(source)
let requestCount = 0

/** Shows the result of a check, unless another was started since. */
async function show(check: () => Promise<PageReport>): Promise<void> {
  const own = ++requestCount
  const result = byId('result')
  result.replaceChildren('Checking …')
  const report = await check().catch((error: unknown) =>
    unreadable(`It could not be checked: ${error instanceof Error ? error.message : String(error)}`),
  )
  if (own !== requestCount) return
  result.replaceChildren(...renderReport(report))
  result.dataset.verdict = report.verdict
  result.focus()
}

const showAttestation = (text: string): Promise<void> => show(async () => checkAttestation(text, await keys))

async function showFile(file: File | undefined): Promise<void> {
  if (file === undefined) return
  if (file.size > MAX_BYTES) return show(async () => unreadable('This file is too large for an attestation.'))
  const text = await file.text()
  byId<HTMLTextAreaElement>('attestation').value = text
  return showAttestation(text)
}

function showAgent(handle: string): Promise<void> {
  const { day = '', categories = '' } = byId('checker').dataset
  const own = { source, day, categories: categories.split(' ') }
  return show(async () => checkAgent(handle, { ...own, keys: await keys }))
}

/** The page of an agent leads here with its handle after the `#`. */
function showLinkedAgent(): void {
  const handle = decodeURIComponent(location.hash.slice(1))
  if (handle === '' || document.getElementById(handle) !== null) return
  byId<HTMLInputElement>('handle').value = handle
  void showAgent(handle)
}

function listen(): void {
  const area = byId<HTMLTextAreaElement>('attestation')
  byId('attestation-form').addEventListener('submit', (event) => {
    event.preventDefault()
    void showAttestation(area.value)
  })
  byId('agent-form').addEventListener('submit', (event) => {
    event.preventDefault()
    void showAgent(byId<HTMLInputElement>('handle').value)
  })
  byId<HTMLInputElement>('file').addEventListener('change', (event) => {
    void showFile((event.target as HTMLInputElement).files?.[0])
  })
  area.addEventListener('dragover', (event) => event.preventDefault())
  area.addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0]
    if (file === undefined) return
    event.preventDefault()
    void showFile(file)
  })
}

async function showKeys(): Promise<void> {
  const output = byId('keys')
  try {
    const { from, published, log } = await keys
    const logText = log === null ? 'It has no log.' : `Its log is ${log.name}, key ${log.id}.`
    output.textContent = `Keys of ${from} are loaded: ${published.length} for attestations. ${logText} From now on pasted data is checked without any request.`
  } catch (error) {
    output.textContent = `The keys could not be loaded, so nothing can be checked: ${String(error)}. Reload this page.`
  }
}

listen()
byId('checker').hidden = false
void showKeys()
showLinkedAgent()
