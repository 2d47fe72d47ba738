import { describe, expect, test } from 'vitest'
import { BADGE_STYLES } from '../../core/badge/badge.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import { createHandler } from '../../serving/handler/handler.ts'
import { followRelease } from '../../serving/service/release/follow_release.ts'
import { assertWellFormed } from '../render/svg.ts'
import { sampleHandler } from '../sample_handler.ts'
import { emptyOutput, json, publish, sampleArtifacts } from './published.ts'

const badgeFor = (width: number, said: string, mark = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${said}"><title>${said}</title>${mark}<g/></svg>`
const FRESH = badgeFor(100, 'Agent 0')
const LATE = badgeFor(130, 'Agent 0, stale', '<svg x="100" overflow="visible"><path/></svg>')

/** Badges of a release of the 1st of January, on another day. */
function badges(
  today: string,
  more: Artifact[] = [json('embed/stale.json', { width: 30, svg: '<path/>' }, 'private')],
) {
  const output = emptyOutput()
  const artifacts = sampleArtifacts().map((artifact) =>
    artifact.path === 'embed/agent-0.svg' ? { ...artifact, body: FRESH } : artifact,
  )
  publish(output, '2026-01-01', [...artifacts, ...more])
  const log = (error: unknown) => {
    throw error
  }
  const { current } = followRelease({ output, now: () => 0, log })
  const handler = createHandler({ current, now: () => new Date(`${today}T23:59:00Z`), log })
  return async (path: string) => {
    const response = await handler.answer(new Request(`http://localhost${path}`))
    return { text: await response.text(), status: response.status, etag: response.headers.get('etag') }
  }
}

const WRONG = ['/embed/nobody', '/embed/svg.svg.', `/embed/${'x'.repeat(65)}`, '/embed/%3Cscript%3E.svg']

test('from the fourth day on the badge of a release says of which day it is, that of a wrong handle too', async () => {
  const fresh = badges('2026-01-04')
  expect((await fresh('/embed/agent-0.svg')).text).toBe(FRESH)
  const unknown = (await fresh('/embed/nobody')).text
  expect(unknown).toMatch(/unknown agent · Assay: unknown, 2026-01-01, sample data<\/title>/)
  const stale = badges('2026-01-05')
  for (const path of ['/embed/agent-0.svg', '/embed/AGENT-0', '/embed/agent-0?style=nonsense'])
    for (let time = 0; time < 3; time += 1) expect((await stale(path)).text).toBe(LATE)
  for (const path of WRONG) {
    const { text, status } = await stale(path)
    expect([status, text]).toEqual([200, expect.stringContaining('sample data, stale</title><svg x="')])
    expect(text).not.toMatch(/<script|nobody|xxx/)
  }
  expect((await stale('/embed/agent-0')).etag).not.toBe((await fresh('/embed/agent-0')).etag)
})

test('a release without a mark shows its badges as they are', async () => {
  const old = badges('2026-02-01', [])
  expect((await old('/embed/agent-0')).text).toBe(FRESH)
})

describe.each(['files', 'packs'] as const)('the badges of the sample in %s', (layout) => {
  test('are drawn in every style, and in the usual one where there is no such style', async () => {
    const sample = await sampleHandler(layout)
    const text = async (path: string) => {
      const response = await sample.ask(path)
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'image/svg+xml; charset=utf-8',
      ])
      return response.text()
    }
    const drawn = await Promise.all(
      BADGE_STYLES.map((style) => text(`/embed/weather-tools.svg?style=${style}`)),
    )
    for (const svg of drawn) assertWellFormed(svg)
    expect(new Set(drawn).size).toBe(BADGE_STYLES.length)
    expect(drawn[0]).toContain('clip-path="inset')
    expect(drawn[2]).toContain('height="28"')
    for (const query of ['', '?style=', '?style=%3Cscript%3E', '?style=flat-square&style=flat', '?other=1'])
      expect(await text(`/embed/weather-tools${query}`)).toBe(drawn[0])
    expect(await text('/embed/WEATHER-TOOLS?style=flat-square')).toBe(drawn[1])
  })

  test('are there for shields.io to draw, with a date where they are late', async () => {
    const badge = { schemaVersion: 1, label: 'assay sample', labelColor: '#940' }
    const fresh = await sampleHandler(layout)
    expect(await fresh.json('/embed/weather-tools.json')).toEqual({
      ...badge,
      ...{
        message: expect.stringMatching(/^(?:#\d+|\d+–\d+) · evidence_ranked$/),
        color: '#173',
        isError: false,
      },
    })
    for (const wrong of ['nobody', 'x'.repeat(65), '%3Cscript%3E'])
      expect(await fresh.json(`/embed/${wrong}.json`)).toEqual({
        ...badge,
        ...{ message: 'unknown', color: '#666', isError: true },
      })
    const late = await sampleHandler(layout, '2026-01-09')
    expect(await late.json('/embed/Weather-Tools.json')).toMatchObject({
      message: expect.stringMatching(/^(?:#\d+|\d+–\d+) · evidence_ranked · as of 2026-01-03$/),
    })
  })

  test('say in every style of which day they are, where they are late', async () => {
    const late = await sampleHandler(layout, '2026-01-09')
    for (const style of BADGE_STYLES)
      for (const handle of ['weather-tools', 'nobody'])
        expect(await (await late.ask(`/embed/${handle}?style=${style}`)).text()).toMatch(
          /, stale<\/title><svg x=.*as of 2026-01-03/i,
        )
  })
})
