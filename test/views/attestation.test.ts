import { expect, test } from 'vitest'
import {
  attestationLimitations,
  attestedGhostIndex,
  attestedLiveness,
  attestedTier,
  statementView,
} from '../../core/resources/attestation.ts'
import { computeFigures, storedIndex } from '../../core/resources/ghost_index.ts'
import { createAgentRecord, departed, INFO } from './given_agent_record.ts'
import { FULL, LIVENESS_SHOWN, standingWith } from './given_full_record.ts'

test('the liveness that is attested is that of the summary, as fresh as the agent’s record', () => {
  expect(attestedLiveness(FULL)).toEqual({
    metric: 'liveness',
    handle: 'alder',
    value: {
      liveness: LIVENESS_SHOWN,
      departed: null,
    },
    as_of: '2026-03-31T05:00:00Z',
    methodology_version: null,
  })
  expect(attestedLiveness(departed('ash')).value).toEqual({
    liveness: null,
    departed: { on: '2026-03-30', reason: 'no longer listed in the x402 Bazaar' },
  })
})

test('the tier that is attested is that of the primary category, by whose methodology it was found', () => {
  const standings = [
    standingWith({ category: 'developer', methodology_version: 'v2' }),
    standingWith({ category: 'service', methodology_version: 'v3' }),
  ]
  expect(attestedTier(createAgentRecord('alder', { standings }))).toEqual({
    metric: 'tier',
    handle: 'alder',
    value: {
      ...{ primary_category: 'service', tier: 'evidence_ranked', rank: 3, score: 71.25, departed: null },
    },
    as_of: '2026-03-31T05:00:00Z',
    methodology_version: 'v3',
  })
  expect(attestedTier(departed('ash'))).toMatchObject({
    value: { tier: 'indexed', rank: null, score: null, departed: { on: '2026-03-30' } },
    methodology_version: null,
  })
})

test('a statement is about the manifest of the release, and the time of its data', () => {
  const figures = computeFigures(10, 8, 2)
  const index = storedIndex([{ dimension: 'all', value: 'all', ...figures }], [], null, INFO)
  const proofOfIndex = {
    ...{ date: '2026-03-31', digest: 'd'.repeat(64) },
    ...{ log_origin: 'index.example/log', log_size: 7, log_root: 'e'.repeat(64) },
    ...{ leaf_index: 6, leaf_hash: 'f'.repeat(64) },
  }
  const release = { id: '2026-03-31-a', manifestSha256: 'b'.repeat(64), proofOfIndex }
  expect(statementView(attestedGhostIndex(index), release, INFO, '2026-04-01T00:00:00Z')).toEqual({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'releases/2026-03-31-a/manifest.json', digest: { sha256: 'b'.repeat(64) } }],
    predicateType: 'https://index.example/attestations/v1',
    predicate: {
      metric: 'ghost_index',
      handle: null,
      value: { computed_for: '2026-03-31', rule: index.rule, ...figures },
      as_of: '2026-03-31T06:00:00Z',
      world: 'sample',
      methodology_version: null,
      issued_at: '2026-04-01T00:00:00Z',
      proof_of_index: proofOfIndex,
    },
  })
})

test('an attestation names its limits; one of the sample proves nothing', () => {
  const meaning = expect.stringContaining('does not prove that the facts are true')
  const [logged, alone] = [expect.stringContaining('witnesses'), expect.stringContaining('keeps no log')]
  expect(attestationLimitations(INFO, true)).toEqual([
    'Sample data.',
    expect.stringContaining('this signature proves nothing'),
    ...[meaning, logged],
  ])
  expect(attestationLimitations({ ...INFO, world: 'live' }, false)).toEqual(['Sample data.', meaning, alone])
})
