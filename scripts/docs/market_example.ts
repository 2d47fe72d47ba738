import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { attestationBody } from '../../serving/service/oracle/attestation_body.ts'
import { createSigner } from '../../serving/service/oracle/signer.ts'
import { followRelease } from '../../serving/service/release/follow_release.ts'
import { UNGUARDED } from '../../serving/service/release/known_log/log_guard.ts'
import { attest } from '../../test/attestations/given.ts'
import { sampleOutput } from '../../test/sample_output.ts'

/** A server of the sample that is alive. */
const HANDLE = 'sample-hedgerow-bell-ringer'
/** Start of its day: by then all its inputs have been observed. */
const SOLD_AFTER_MS = 36 * 3_600_000

/**
 * Attestation of the sample, as the service sells it at noon after its day: the same sample gives the same bytes. It is
 * in `templates`, since every release publishes it, and the sample of tomorrow's code has other hashes.
 */
async function marketExample(handle = HANDLE): Promise<string> {
  const log = (error: unknown) => console.error(error)
  const release = await followRelease({ output: await sampleOutput(), now: () => 0, log }).current()
  if (release === null) throw new Error('the sample has no release: run npm run check:sample')
  const noon = Date.parse(release.id.slice(0, 10)) + SOLD_AFTER_MS
  const signer = createSigner({ folder: '/nowhere', log })
  const body = attestationBody({ signer, guard: UNGUARDED, now: () => noon })
  const sold = await attest(body, release, `metric=liveness&handle=${handle}`)
  return `${JSON.stringify(JSON.parse(new TextDecoder().decode(sold.bytes)), null, 2)}\n`
}

/** Path of the example. */
const EXAMPLE_FILE = fileURLToPath(new URL('../../templates/market_rules_example.json', import.meta.url))

writeFileSync(EXAMPLE_FILE, await marketExample())
