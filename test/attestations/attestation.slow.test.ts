import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { HttpError } from '../../core/interface/errors.ts'
import type { OracleKey } from '../../core/interface/schemas/jwks.ts'
import { leafHash } from '../../core/log/tree.ts'
import { currentRelease } from '../../core/release/release.ts'
import type { agentSummary } from '../../core/resources/agent_summary.schema.ts'
import type { attestation } from '../../core/resources/attestation.schema.ts'
import { RESOURCES } from '../../core/resources/schemas.ts'
import type { AgentRecord } from '../../core/views/agent_record.ts'
import type { ServedRelease } from '../../serving/handler/served_release.ts'
import { attestationBody } from '../../serving/service/oracle/attestation_body.ts'
import { createSigner, type FindSigner } from '../../serving/service/oracle/signer.ts'
import { followRelease } from '../../serving/service/release/follow_release.ts'
import { UNGUARDED } from '../../serving/service/release/known_log/log_guard.ts'
import { sampleHandler } from '../sample_handler.ts'
import { sampleOutput } from '../sample_output.ts'
import { attest, givenKey, keyFolder, parseCall, parsed, releaseWith } from './given.ts'

type Attestation = z.infer<typeof attestation>
type Statement = Attestation['statement']
type Checked = (of: { envelope: Attestation['envelope'] }, jwks: { keys: OracleKey[] }) => Statement

const NOW = Date.UTC(2026, 1, 3, 4, 5, 6, 789)
const signer = createSigner({ folder: '/nowhere', log: () => {} })
const body = attestationBody({ signer, guard: UNGUARDED, now: () => NOW })

let release: ServedRelease
let manifestSha256: string
let jwks: { keys: OracleKey[] }
let agentRecords: AgentRecord[]
/** The verifier of docs/scores/attestations.md: it shares no code with the signer. */
let checked: Checked
beforeAll(async () => {
  const output = await sampleOutput()
  release = (await followRelease({ output, now: () => 0, log: () => {} }).current()) as ServedRelease
  const published = currentRelease(output)
  if (published === null) throw new Error('the sample has no release')
  manifestSha256 = published.manifestSha256
  jwks = (await release.json('public', '.well-known/jwks.json')) as typeof jwks
  const paths = [...published.entries()].flatMap(({ key }) => /^private\/(agents\/.+)$/.exec(key)?.[1] ?? [])
  agentRecords = await Promise.all(
    paths.map(async (path) => (await release.json<AgentRecord>('private', path)) as AgentRecord),
  )
  checked = await documented()
})

async function documented(): Promise<Checked> {
  const page = readFileSync(join(import.meta.dirname, '../../docs/scores/attestations.md'), 'utf8')
  const [, code = ''] = /```js\n(import[\s\S]*?)```/.exec(page) ?? []
  return ((await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { checked: Checked }).checked
}

/** The checked answer of the sample to a query. */
async function answer(query: string): Promise<Attestation> {
  const resource = parsed(await attest(body, release, query))
  return RESOURCES.Attestation?.parse(resource) as Attestation
}

test('what is sold verifies with the published keys alone, by the code of the docs', async () => {
  const handle = agentRecords[0]?.handle ?? ''
  for (const query of [
    `metric=liveness&handle=${handle}`,
    `metric=tier&handle=${handle}`,
    'metric=ghost_index',
  ]) {
    const sold = await answer(query)
    const statement = checked(sold, jwks)
    expect(statement).toEqual(sold.statement)
    expect(sold.signature).toBe(sold.envelope.signatures[0]?.sig)
    expect(statement.predicate).toMatchObject({ world: 'sample', issued_at: '2026-02-03T04:05:06Z' })
  }
})

test('it is bound to the manifest of the release that every answer names', async () => {
  const { statement, proof_of_index, inclusion, limitations } = await answer('metric=ghost_index')
  expect(statement.subject).toEqual([
    { name: `releases/${release.id}/manifest.json`, digest: { sha256: manifestSha256 } },
  ])
  expect(proof_of_index).toEqual({
    date: release.id.slice(0, 10),
    manifest_sha256: manifestSha256,
    release: release.id,
    digest: statement.predicate.proof_of_index?.digest,
    leaf_index: inclusion?.leaf_index,
  })
  // The signed statement names the entry, which the proof beside it could not change.
  expect(statement.predicate.proof_of_index).toMatchObject({
    leaf_index: inclusion?.leaf_index,
    leaf_hash: leafHash(Buffer.from(inclusion?.leaf ?? '', 'base64')).toString('hex'),
  })
  const { ask } = await sampleHandler()
  const { headers } = await ask('/api/ghost-index/v1')
  expect(headers.get('x-release')).toBe(`${proof_of_index.date}-${manifestSha256.slice(0, 12)}`)
  expect(limitations.join(' ')).toMatch(/test key of the sample.* entry was published in it/)
})

test('the values are those of REST, for every agent of the sample', async () => {
  const { json } = await sampleHandler()
  const departed = agentRecords.filter(({ departed_on }) => departed_on !== null)
  const listed = agentRecords.filter(({ departed_on }) => departed_on === null)
  expect(Math.min(departed.length, listed.length)).toBeGreaterThan(0)
  const sampled = [...departed, ...listed.filter((_, index) => index % 5 === 0)]
  for (const { handle } of sampled) {
    const { liveness, departed, primary_category, tier, scores_by_category, last_updated } = await json<
      z.infer<typeof agentSummary>
    >(`/api/agent/${handle}/llm-summary`)
    const alive = (await answer(`metric=liveness&handle=${handle}`)).statement.predicate
    expect({ liveness, departed, last_updated }).toMatchObject({
      ...(alive.value as object),
      last_updated: alive.as_of,
    })
    const ranked = (await answer(`metric=tier&handle=${handle}`)).statement.predicate
    const {
      rank = null,
      score = null,
      methodology_version = null,
    } = scores_by_category[primary_category] ?? {}
    expect(ranked.value).toEqual({ primary_category, tier, rank, score, departed })
    expect([ranked.handle, ranked.methodology_version]).toEqual([handle, methodology_version])
  }
  const index = await json<Record<string, unknown>>('/api/ghost-index/v1')
  expect(index).toMatchObject((await answer('metric=ghost_index')).statement.predicate.value)
})

test('no third-party text is signed', async () => {
  const told = agentRecords.flatMap(({ handle, name, description, website }) =>
    [name, description, website].flatMap((text) =>
      text === null || text === handle || text.length < 12 ? [] : [{ handle, text }],
    ),
  )
  expect(told.length).toBeGreaterThan(20)
  for (const [handle, theirs] of Map.groupBy(told, (item) => item.handle)) {
    for (const metric of ['liveness', 'tier']) {
      const signed = JSON.stringify((await answer(`metric=${metric}&handle=${handle}`)).statement)
      for (const { text } of theirs) expect(signed).not.toContain(JSON.stringify(text).slice(1, -1))
    }
  }
})

test('nothing passes that was changed, or signed by another key', async () => {
  const sold = await answer('metric=ghost_index')
  const { envelope } = sold
  const [own = { keyid: '', sig: '' }] = envelope.signatures
  const other = givenKey()
  const payload = Buffer.from(envelope.payload, 'base64').toString()
  const better = Buffer.from(payload.replace(/"liveness_score":[\d.]+/, '"liveness_score":99')).toString(
    'base64',
  )
  expect(better).not.toBe(envelope.payload)
  const changes: [Partial<Attestation['envelope']>, RegExp][] = [
    [{ payload: better }, /does not fit/],
    [{ payload: Buffer.from(`${payload} `).toString('base64') }, /does not fit/],
    [{ payloadType: 'text/plain' as never }, /no in-toto statement/],
    [{ signatures: [{ ...own, sig: Buffer.alloc(64).toString('base64') }] }, /does not fit/],
    [{ signatures: [{ ...own, keyid: other.publicKey.kid }] }, /no key that counts/],
  ]
  for (const [changed, problem] of changes)
    expect(() => checked({ envelope: { ...envelope, ...changed } }, jwks)).toThrow(problem)
  const [key] = jwks.keys as [OracleKey]
  const swapped = { ...key, x: other.publicKey.x }
  expect(() => checked(sold, { keys: [swapped] })).toThrow(/does not fit/)
  expect(() => checked(sold, { keys: [] })).toThrow(/no key that counts/)
  const issued = Math.floor(NOW / 1000)
  for (const changed of [{ exp: issued }, { nbf: issued + 1 }])
    expect(() => checked(sold, { keys: [{ ...key, ...changed }] })).toThrow(/not valid when it was issued/)
  expect(checked(sold, { keys: [{ ...key, nbf: issued, exp: issued + 1 }] })).toEqual(sold.statement)
  const revoked = { revoked_at: issued + 86_400, reason: 'compromised' as const }
  expect(() => checked(sold, { keys: [{ ...key, revoked }] })).toThrow(/no key that counts/)
})

test('the same clock and key sign the same bytes, and a second later it is another statement', async () => {
  const query = 'metric=ghost_index'
  const [first, second] = [await attest(body, release, query), await attest(body, release, query)]
  expect(Buffer.from(first.bytes).equals(second.bytes)).toBe(true)
  expect(first.etag).toBe(second.etag)
  const later = await attest(
    attestationBody({ signer, guard: UNGUARDED, now: () => NOW + 1000 }),
    release,
    query,
  )
  expect(later.etag).not.toBe(first.etag)
})

test('a call that cannot be answered is refused before it is admitted', async () => {
  const problem = async (query: string) => {
    const admitted = Promise.resolve(body.admit?.(parseCall(release, query)))
    const error = await admitted.then(
      () => null,
      (thrown: unknown) => thrown,
    )
    if (error === null) return null
    if (!(error instanceof HttpError)) throw error
    expect(await attest(body, release, query).catch((thrown: HttpError) => thrown.code)).toBe(error.code)
    return [error.status, error.code]
  }
  expect(await problem('metric=liveness')).toEqual([400, 'missing_parameter'])
  expect(await problem('metric=tier')).toEqual([400, 'missing_parameter'])
  expect(await problem('metric=tier&handle=nobody-at-all')).toEqual([404, 'agent_not_found'])
  expect(() => parseCall(release, 'metric=price')).toThrow(/metric must be/)
  expect(() => parseCall(release, 'handle=a')).toThrow(/metric is required/)
  expect(await problem('metric=ghost_index')).toBeNull()
  expect(await problem('metric=ghost_index&handle=nobody-at-all')).toBeNull()
  const handle =
    agentRecords.find((record) => record.handle !== record.handle.toUpperCase() && !record.departed_on)
      ?.handle ?? ''
  expect((await answer(`metric=tier&handle=${handle.toUpperCase()}`)).handle).toBe(handle)
  expect((await answer(`metric=ghost_index&handle=${handle}`)).handle).toBeNull()
})

test('it is for sale only where there is a key, and never comes unsigned', async () => {
  const key = givenKey()
  const at = Date.UTC(2026, 5, 1)
  const live = releaseWith([key.publicKey], { of: release })
  // It has no log.
  const guard = { prove: async () => null }
  const sell = (found: FindSigner) => attestationBody({ signer: found, guard, now: () => at })
  const owner = sell(createSigner({ folder: keyFolder([key]), log: () => {} }))
  expect(await owner.isForSale?.(live)).toBe(true)
  const sold = parsed<Attestation>(await attest(owner, live, 'metric=ghost_index'))
  expect(checked(sold, { keys: [key.publicKey] }).predicate.world).toBe('live')
  expect(sold.limitations.join(' ')).not.toContain('test key of the sample')
  const nobody = sell(createSigner({ folder: keyFolder([]), log: () => {} }))
  expect(await nobody.isForSale?.(live)).toBe(false)
  await expect(attest(nobody, live, 'metric=ghost_index')).rejects.toMatchObject({
    status: 503,
    code: 'not_for_sale',
  })
  expect(await owner.isForSale?.(releaseWith([], { of: release }))).toBe(false)
})
