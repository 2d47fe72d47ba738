import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OracleKey } from '../../core/interface/schemas/jwks.ts'
import { blocks } from '../pages.ts'
import { rotated, tamperedAttestations } from './altered.ts'
import { type ServedSample, servedSample } from './served.ts'

const HANDLE = 'sample-hedgerow-bell-ringer'
const READ = `
import sys
print(checked(json.loads(sys.argv[1]), json.loads(sys.argv[2]))["predicate"]["metric"])`

/** A Python of this machine with the package cryptography (Debian: python3-cryptography), or null. */
const PYTHON =
  ['python3', '/usr/bin/python3'].find(
    (text) => spawnSync(text, ['-c', 'import cryptography'], { timeout: 60_000 }).status === 0,
  ) ?? null

let served: ServedSample
let jwks: { keys: OracleKey[] }
beforeAll(async () => {
  served = await servedSample()
  jwks = (await (await fetch(`${served.url}/.well-known/jwks.json`)).json()) as typeof jwks
})
afterAll(() => served.close())

/** The result of the Python code of docs/scores/attestations.md for an attestation. */
function checkedBy(python: string, attestation: string, keys: string) {
  const [code] = blocks('docs/scores/attestations.md').filter(({ language }) => language === 'python')
  const { status, stdout, stderr } = spawnSync(
    python,
    ['-c', `${code?.text ?? ''}${READ}`, attestation, keys],
    { timeout: 60_000, encoding: 'utf8' },
  )
  return { isGood: status === 0, said: stdout.trim(), error: stderr.trim().split('\n').at(-1) ?? '' }
}

const inPython = test.skipIf(PYTHON === null)

inPython('cryptography verifies what is sold, before and after a rotation', async () => {
  for (const query of [`metric=tier&handle=${HANDLE}`, 'metric=ghost_index']) {
    const sold = await served.attestation(query)
    const issued = Date.parse((JSON.parse(sold) as { issued_at: string }).issued_at) / 1000
    for (const keys of [jwks, rotated(jwks, issued + 1)])
      expect(checkedBy(PYTHON ?? '', sold, JSON.stringify(keys))).toMatchObject({
        isGood: true,
        said: /metric=(\w+)/.exec(query)?.[1],
      })
  }
})

inPython('and refuses what was altered, or whose key does not count', async () => {
  const sold = await served.attestation(`metric=liveness&handle=${HANDLE}`)
  for (const [what, given] of Object.entries(await tamperedAttestations(sold, served.url))) {
    const { isGood, error } = checkedBy(PYTHON ?? '', given.attestation, given.jwks)
    expect(isGood, what).toBe(false)
    expect(error, what).toMatch(/InvalidSignature|StopIteration|not valid when it was issued/)
  }
})
