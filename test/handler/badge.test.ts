import { expect, test } from 'vitest'
import type { Artifact } from '../../core/release/artifact.ts'
import { createHandler } from '../../serving/handler/handler.ts'
import { followRelease } from '../../serving/service/release/follow_release.ts'
import { emptyOutput, json, publish, sampleArtifacts } from './published.ts'

const HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="20" viewBox="0 0 1000 200">'
const WIDER = HEAD.replace('"100"', '"130"').replace('1000', '1300')
const badgeOf = (title: string): string => `${HEAD}<title>${title}</title></svg>\n`
const staleOf = (title: string): string =>
  `${WIDER}<title>${title}, stale</title><g transform="translate(1000)"><path/></g></svg>\n`

/** Badges of a release of the 1st of January, on some day. */
function badges(
  today: string,
  more: Artifact[] = [json('embed/stale.json', { width: 30, svg: '<path/>' }, 'private')],
) {
  const output = emptyOutput()
  const artifacts = sampleArtifacts().map((one) =>
    one.path === 'embed/agent-0.svg'
      ? { ...one, body: badgeOf('Agent 0') }
      : one.path === 'embed/unknown.svg'
        ? { ...one, body: badgeOf('Unknown') }
        : one,
  )
  publish(output, '2026-01-01', [...artifacts, ...more])
  const log = (error: unknown) => {
    throw error
  }
  const { current } = followRelease({ output, now: () => 0, log })
  const handler = createHandler({ current, now: () => new Date(`${today}T23:59:00Z`), log })
  return async (path: string) => {
    const response = await handler.answer(new Request(`http://localhost${path}`))
    return { text: await response.text(), etag: response.headers.get('etag') }
  }
}

test('from the fourth day on the badge of a release says that it is stale, that of a wrong handle too', async () => {
  const fresh = badges('2026-01-04')
  expect((await fresh('/embed/agent-0.svg')).text).toBe(badgeOf('Agent 0'))
  expect((await fresh('/embed/nobody')).text).toBe(badgeOf('Unknown'))
  const stale = badges('2026-01-05')
  for (const path of ['/embed/agent-0.svg', '/embed/AGENT-0'])
    for (let time = 0; time < 3; time += 1) expect((await stale(path)).text).toBe(staleOf('Agent 0'))
  for (const path of ['/embed/nobody', '/embed/svg.svg.', `/embed/${'x'.repeat(65)}`])
    expect((await stale(path)).text).toBe(staleOf('Unknown'))
  expect((await stale('/embed/agent-0')).etag).not.toBe((await fresh('/embed/agent-0')).etag)
})

test('a release without a mark shows its badges as they are', async () => {
  const old = badges('2026-02-01', [])
  expect((await old('/embed/agent-0')).text).toBe(badgeOf('Agent 0'))
})
