import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { expect, it } from 'vitest'
import type { Methodology } from '../pipeline/model/methodology.ts'
import { loadMethodologies } from '../pipeline/model/methodology_loader.ts'

/** SHA-256, in hexadecimal, of every part of a methodology that a score depends on; texts are left out. */
function digestRules({ parts, core, signals, bounds, evidence }: Methodology): string {
  const rules = {
    parts: parts.map(({ id, role }) => ({ id, role })),
    core,
    signals: signals.map(({ key, part, weight, prior, transform }) => ({
      key,
      part,
      weight,
      prior,
      transform,
    })),
    bounds: bounds ?? null,
    evidence,
  }
  return createHash('sha256')
    .update(canonicalize(rules) ?? '')
    .digest('hex')
}

// A recomputed score names the version of its methodology, so a version must mean the same rules for ever.
it.each(await loadMethodologies())('$category has the rules of its version', (methodology) => {
  const { category, version } = methodology
  const digest = digestRules(methodology)
  const advice = `The rules of ${category} are not those of version ${version}. In pipeline/methodology/${category}.ts give them a new version, with a line in the changelog, and digest: '${digest}'.`
  expect(methodology.digest, advice).toBe(digest)
})

it('notices a change of a weight, a prior, a bound and a join', async () => {
  const [methodology] = await loadMethodologies()
  if (!methodology) throw new Error('there is no methodology')
  const changed = (change: (copy: Methodology) => void): string => {
    const copy = structuredClone(methodology)
    change(copy)
    return digestRules(copy)
  }
  const [signal] = methodology.signals
  const variants = [
    changed((copy) => Object.assign(copy.signals[0] ?? {}, { weight: (signal?.weight ?? 0) + 1 })),
    changed((copy) => Object.assign(copy.signals[0] ?? {}, { prior: 0.123 })),
    changed((copy) => Object.assign(copy.signals[0]?.transform ?? {}, { cap: 123_456 })),
    changed((copy) => Object.assign(copy, { core: copy.core === 'mean' ? 'least' : 'mean' })),
    changed((copy) => Object.assign(copy.evidence, { min_weight: 99 })),
    changed(() => {}),
  ]
  expect(new Set(variants).size).toBe(6)
  expect(variants.at(-1)).toBe(digestRules(methodology))
})
