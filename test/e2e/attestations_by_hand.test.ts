import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { OracleKey } from '../../core/interface/schemas/jwks.ts'
import { rotated, tamperedAttestations } from '../attestations/altered.ts'
import { bash, type ServedSample, servedSample } from '../attestations/served.ts'
import { blocks } from '../pages.ts'
import { SAMPLE_BASE_URL } from '../sample_output.ts'

const HANDLE = 'sample-hedgerow-bell-ringer'
const VALID = 'Signature Verified Successfully'

let served: ServedSample
beforeAll(async () => {
  served = await servedSample()
})
afterAll(() => served.close())

/** Runs named blocks of docs/use/verify.md beside these files; `change` edits the script first. */
async function run(
  names: string[],
  files: Record<string, string> = {},
  change: (script: string) => string = (script) => script,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-by-hand-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const shell = new Map(
    blocks('docs/use/verify.md').flatMap(({ language, what, text }) =>
      language === 'sh' ? [[what, text]] : [],
    ),
  )
  const script = ['functions', 'head', ...names].map((name) => {
    const text = shell.get(name)
    if (text === undefined) throw new Error(`docs/use/verify.md has no block ${name}`)
    return text
  })
  const local = script.join('').replaceAll(SAMPLE_BASE_URL, served.url).replace('some-agent', HANDLE)
  return bash(change(local), folder)
}

/** Reads the keys of `given.json` instead of the published ones. */
function withGivenKeys(script: string): string {
  const line = 'get .well-known/jwks.json > jwks.json'
  expect(script).toContain(line)
  return script.replace(line, 'cp given.json jwks.json')
}

test('the whole page holds for the sample', async () => {
  const attestation = await served.attestation(`metric=liveness&handle=${HANDLE}`)
  const names = ['days', 'file', 'entry', 'tree', 'score', 'signature', 'inclusion']
  const said = await run(names, { 'attestation.json': attestation })
  expect(said.split(VALID).length - 1).toBe(3)
  expect(said).toMatch(/^2026-01-03: [0-9a-f]{64}$/m)
  expect(said).toContain('counts.json: OK')
  expect(said).toContain(`["agent:${HANDLE}","alive",`)
  expect(said).toContain('"world":"sample"')
})

test.each(['metric=ghost_index', `metric=tier&handle=${HANDLE}`])(
  'so does an attestation of %s',
  async (query) => {
    const said = await run(['signature', 'inclusion'], {
      'attestation.json': await served.attestation(query),
    })
    expect(said.split(VALID).length - 1).toBe(3)
  },
)

test('and one that was signed before a rotation', async () => {
  const sold = await served.attestation('metric=ghost_index')
  const issued = Date.parse((JSON.parse(sold) as { issued_at: string }).issued_at) / 1000
  const jwks = (await (await fetch(`${served.url}/.well-known/jwks.json`)).json()) as { keys: OracleKey[] }
  const files = { 'attestation.json': sold, 'given.json': JSON.stringify(rotated(jwks, issued + 1)) }
  expect((await run(['signature', 'inclusion'], files, withGivenKeys)).split(VALID).length - 1).toBe(3)
})

test('an attestation that was altered, or whose key does not count, does not pass', async () => {
  const sold = await served.attestation(`metric=liveness&handle=${HANDLE}`)
  for (const [what, { attestation, jwks }] of Object.entries(await tamperedAttestations(sold, served.url))) {
    const files = { 'attestation.json': attestation, 'given.json': jwks }
    await expect(run(['signature', 'inclusion'], files, withGivenKeys), what).rejects.toMatchObject({
      killed: false,
    })
  }
})

test.each([
  ['a checkpoint of another size', 'get log/checkpoint > checkpoint', '; sed -i 2s/^/9/ checkpoint'],
  [
    'a day with another digest',
    'get log/entries/days.json > days.json',
    '; sed -i s/2026-01-02/2026-01-04/ days.json',
  ],
  [
    'a manifest that was changed',
    'get manifest.json > manifest.json',
    '; sed -i s/sample/live/ manifest.json',
  ],
  ['a file that was changed', 'get data/counts.json > counts.json', '; echo >> counts.json'],
  [
    'an entry that was changed',
    `" | head -c $((0x\${hex[at]}\${hex[at + 1]})) > entry.json`,
    '; sed -i s/alive/dead/ entry.json',
  ],
])('%s does not pass', async (_, line, more) => {
  const change = (script: string): string => {
    expect(script).toContain(line)
    return script.replace(line, () => line + more)
  }
  await expect(run(['days', 'file', 'entry', 'tree'], {}, change)).rejects.toMatchObject({ killed: false })
})
