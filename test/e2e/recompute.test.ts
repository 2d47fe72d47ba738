import { expect, test } from 'vitest'
import { type Altered, alterStars, recompute, starred } from '../../lab/e2e/recompute.ts'
import { sampleOutput } from '../sample_output.ts'

const LONG_MS = 600_000

test('one altered response is named by agent and signal', { timeout: LONG_MS }, async () => {
  let altered: Altered | null = null
  const [claim] = await recompute(await sampleOutput(), null, {
    alter: async (archive, root) => {
      altered = await starred(root)
      alterStars(archive, altered)
    },
    withHistory: true,
  })
  const { handle } = altered as unknown as Altered
  expect(claim?.result).toBe('broken')
  expect(claim?.detail).toMatch(
    new RegExp(
      `^${handle}: signal github_stars\\w* in \\w+: [^;]+, built again [^;]+ \\(private/agents/${handle}.json, byte \\d+\\)`,
    ),
  )
  expect(claim?.detail).toContain('the release was made of another archive:2026-01-03')
})
