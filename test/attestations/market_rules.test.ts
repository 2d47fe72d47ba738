import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { SAMPLE_ORACLE_KEY } from '../../core/interface/sample_oracle_key.ts'
import { attestationClaims, readAttestation } from '../../verify/envelope.ts'
import { parseNoteKey } from '../../verify/note.ts'
import { SAMPLE_BASE_URL } from '../sample_output.ts'
import { bash, type ServedSample, servedSample } from './served.ts'

let served: ServedSample
let page: string
beforeAll(async () => {
  served = await servedSample()
  page = await (await fetch(`${served.url}/market-rules`)).text()
})
afterAll(() => served.close())

const unescaped = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x3D;', '=')
    .replaceAll('&amp;', '&')

const inPage = (pattern: RegExp): string[] =>
  [...page.matchAll(pattern)].map(([, text = '']) => unescaped(text))

test('the commands of the page verify its example, and print what it says', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-market-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const commands = inPage(/<code class="run">([\s\S]*?)<\/code>/g)
  expect(commands).toHaveLength(4)
  const script = `set -e\n${commands.join('\n')}`.replaceAll(SAMPLE_BASE_URL, served.url)
  const said = (await bash(script, folder)).trimEnd().split('\n')
  const [answer, logged] = inPage(/<p>It prints <code>(.*?)<\/code>/g)
  expect(said).toEqual(['Signature Verified Successfully', answer, logged])
  const [world, metric, handle, date, state, departed] = JSON.parse(answer ?? '[]')
  expect([world, metric, state, departed]).toEqual(['sample', 'liveness', 'alive', null])
  expect(page).toContain(`Is the agent ${handle} alive on ${date}, by the Assay market rules`)
  expect(logged).toBe(`["agent:${handle}","alive"]`)
})

test('the example is in the log of a sample, and looks as what is sold today', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../templates/market_rules_example.json'), 'utf8')
  const logKey = parseNoteKey(await (await fetch(`${served.url}/log/key`)).text())
  const { claims } = attestationClaims(readAttestation(text), [SAMPLE_ORACLE_KEY], logKey)
  expect(claims.map(({ result }) => result)).toEqual(['held', 'held', 'held'])
  const { handle } = JSON.parse(text) as { handle: string }
  const sold = await served.attestation(`metric=liveness&handle=${handle}`)
  expect(namesIn(JSON.parse(text))).toEqual(namesIn(JSON.parse(sold)))
})

/** The names of all fields, at any depth; those of list items once. */
function namesIn(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [at]
  const inner = Array.isArray(value) ? value.slice(0, 1).map((item) => ['*', item]) : Object.entries(value)
  return inner.flatMap(([name, item]) => namesIn(item, `${at}.${name}`)).sort()
}
