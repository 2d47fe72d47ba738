import { sha256Hex } from '../bytes.ts'
import type { PublishedSource } from '../source.ts'
import { checkAgent } from './check_agent.ts'
import { checkAttestation, isAttestation } from './check_attestation.ts'
import { checkDay } from './check_day.ts'
import { checkHash } from './check_hash.ts'
import { readGiven } from './given.ts'
import { type Keys, readKeys } from './keys.ts'
import { type PageReport, unreadable } from './report.ts'
import { renderReport } from './show.ts'
import { pageSource } from './source.ts'

/** An attestation has some ten kilobytes; a table of a day may have hundreds of megabytes. */
const MAX_ATTESTATION = 1_000_000
const MAX_BYTES = 512_000_000

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
  // The answer is at the top of a report that may be longer than the screen.
  result.focus({ preventScroll: true })
  result.firstElementChild?.scrollIntoView({ block: 'nearest' })
}

/** Checks what was typed or pasted, by what it is. */
function showGiven(text: string): Promise<void> {
  const given = readGiven(text)
  const { day = '', categories = '' } = byId('checker').dataset
  return show(async () => {
    if (given === null) return unreadable('This is no handle, no day, no SHA-256 and no attestation.')
    const own = { source, keys: await keys }
    if (given.kind === 'attestation') return checkAttestation(given.text, own.keys)
    if (given.kind === 'day') return checkDay(given.day, own)
    if (given.kind === 'hash') return checkHash(given.sha256, own)
    return checkAgent(given.handle, { ...own, day, categories: categories.split(' ') })
  })
}

/** A file of an attestation is checked as such, and any other one by its hash. */
async function showFile(file: File | undefined): Promise<void> {
  if (file === undefined) return
  if (file.size > MAX_BYTES) return show(async () => unreadable('This file is too large to be read here.'))
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = bytes.length > MAX_ATTESTATION ? '' : new TextDecoder().decode(bytes)
  const given = isAttestation(text) ? text : sha256Hex(bytes)
  byId<HTMLTextAreaElement>('given').value = given
  return showGiven(given)
}

/** Other pages lead here with a handle, a day or a hash after the `#`. */
function showLinked(): void {
  const linked = decodeURIComponent(location.hash.slice(1))
  if (linked === '' || document.getElementById(linked) !== null) return
  byId<HTMLTextAreaElement>('given').value = linked
  void showGiven(linked)
}

function listen(): void {
  const [form, field] = [byId<HTMLFormElement>('check-form'), byId<HTMLTextAreaElement>('given')]
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void showGiven(field.value)
  })
  // A handle is typed in one line, and Enter ends it; an attestation is pasted.
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    form.requestSubmit()
  })
  byId<HTMLInputElement>('file').addEventListener('change', (event) => {
    void showFile((event.target as HTMLInputElement).files?.[0])
  })
  form.addEventListener('dragover', (event) => event.preventDefault())
  form.addEventListener('drop', (event) => {
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
    output.textContent = `Keys of ${from} are loaded: ${published.length} for attestations. ${logText} From now on an attestation is checked without any request.`
  } catch (error) {
    output.textContent = `The keys could not be loaded, so nothing can be checked: ${String(error)}. Reload this page.`
  }
}

listen()
byId('checker').hidden = false
void showKeys()
showLinked()
