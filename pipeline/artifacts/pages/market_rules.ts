import { readFileSync } from 'node:fs'
import { JSON_TYPE } from '../../../core/interface/content.ts'
import { SAMPLE_ORACLE_KEY } from '../../../core/interface/sample_oracle_key.ts'
import { htmlPage, pageBase } from '../../../core/pages/parts.ts'
import type { Artifact } from '../../../core/release/artifact.ts'
import { attestation } from '../../../core/resources/attestation.schema.ts'
import type { MarketRulesView } from '../../render/page_views.ts'
import type { Site } from '../site.ts'

/** Raised when the settlement of a question changes. */
const VERSION = '1.0'
/** The X.509 prefix of a 32-byte Ed25519 key (RFC 8410). */
const ED25519_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * Yields the rules that settle a question by an attestation, and the attestation of the worked example, from the
 * sample.
 */
export function* marketRulesArtifacts(site: Site): Generator<Artifact> {
  const example = readFileSync(
    new URL('../../../templates/market_rules_example.json', import.meta.url),
    'utf8',
  )
  const view: MarketRulesView = {
    ...pageBase(site, {
      limitations: [],
      title: `Market rules, version ${VERSION}: Assay`,
      path: '/market-rules',
      description:
        'Templates that settle a question from an attestation, such as whether an agent is alive on a day: wording, source of truth, missing days, stolen keys, and a worked example.',
    }),
    version: VERSION,
    example: exampleView(attestation.parse(JSON.parse(example))),
  }
  yield htmlPage('market-rules.html', site.pages.fill('market_rules', view))
  yield { path: 'market-rules/example.json', contentType: JSON_TYPE, side: 'public', body: example }
}

function exampleView(sold: ReturnType<typeof attestation.parse>): MarketRulesView['example'] {
  const { predicate } = sold.statement
  if (predicate.metric !== 'liveness' || predicate.proof_of_index === null || sold.inclusion === null)
    throw new Error('the example of the market rules must be of liveness and in a log: make it anew')
  const { world, metric, handle, value, proof_of_index } = predicate
  const { date } = proof_of_index
  const state = value.liveness?.state ?? null
  const leaf = JSON.parse(Buffer.from(sold.inclusion.leaf, 'base64').toString()) as Record<string, unknown>
  return {
    handle,
    date,
    key_start: '-----BEGIN PUBLIC KEY-----',
    key: Buffer.concat([ED25519_PREFIX, Buffer.from(SAMPLE_ORACLE_KEY.x, 'base64url')]).toString('base64'),
    key_end: '-----END PUBLIC KEY-----',
    answer: JSON.stringify([world, metric, handle, date, state, value.departed]),
    logged: JSON.stringify([leaf.subject, leaf.liveness]),
  }
}
