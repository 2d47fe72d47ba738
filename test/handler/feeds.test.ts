import { expect, test } from 'vitest'
import { agentFeed } from '../../core/feeds/agent_feed.ts'
import { atomFeed } from '../../core/feeds/atom.ts'
import { ATOM_TYPE } from '../../core/interface/content.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import { createHandler } from '../../serving/handler/handler.ts'
import { followRelease } from '../../serving/service/release/follow_release.ts'
import { change } from '../artifacts/change_world.ts'
import { createAgentRecord, departed, INFO } from '../views/given_agent_record.ts'
import { emptyOutput, json, publish } from './published.ts'

/** A release of two agents, as answered on a day. */
function askOn(today: string) {
  const agents = [createAgentRecord('amber', { changes: [change('amber')] }), departed('birch')]
  const output = emptyOutput()
  publish(output, '2026-01-01', [
    json('release-info.json', INFO, 'private'),
    json(
      'agents-index.json',
      agents.map(({ handle, name }) => [handle, name]),
      'private',
    ),
    json('embed/stale.json', { width: 30, svg: '<path/>' }, 'private'),
    ...agents.flatMap((agent): Artifact[] => [
      json(`agents/${agent.handle}.json`, agent, 'private'),
      {
        ...{ side: 'public', path: `agents/${agent.handle}.atom`, contentType: ATOM_TYPE },
        body: atomFeed(agentFeed(agent, INFO)),
      },
    ]),
  ])
  const log = (error: unknown) => {
    throw error
  }
  const { current } = followRelease({ output, now: () => 0, log })
  const handler = createHandler({ current, now: () => new Date(`${today}T12:00:00Z`), log })
  return async (path: string, etag = '') => {
    const headers = { 'if-none-match': etag }
    const response = await handler.answer(new Request(`http://localhost${path}`, { headers }))
    const { status } = response
    return {
      ...{ status, text: await response.text(), etag: response.headers.get('etag') ?? '' },
      type: response.headers.get('content-type'),
    }
  }
}

const SVG = 'image/svg+xml; charset=utf-8'

test.each([
  ['/agents/amber.atom', 'application/atom+xml; charset=utf-8'],
  ['/embed/amber/uptime', SVG],
  ['/embed/amber/uptime.svg?style=for-the-badge', SVG],
  ['/compare.csv?agents=amber,birch', 'text/csv; charset=utf-8'],
])('%s is answered once, and then with 304', async (path, type) => {
  const ask = askOn('2026-01-01')
  const first = await ask(path)
  expect([first.status, first.type]).toEqual([200, type])
  expect(first.etag).toMatch(/^"[0-9a-f]{32}"$/)
  expect(await ask(path, first.etag)).toMatchObject({ status: 304, text: '', etag: first.etag })
  expect((await ask(path, '"another"')).status).toBe(200)
})

test('a feed is found by a handle in any case; an agent that is not indexed has none', async () => {
  const ask = askOn('2026-01-01')
  const { text } = await ask('/agents/amber.atom')
  expect(text).toContain(`<id>tag:`)
  expect((await ask('/agents/AMBER.atom')).text).toBe(text)
  expect((await ask('/agents/birch.atom')).status).toBe(200)
  expect((await ask('/agents/nobody.atom')).status).toBe(404)
})

test('a badge of uptime is a picture whatever was asked for, and is marked in a late release', async () => {
  const ask = askOn('2026-01-01')
  const plain = await ask('/embed/amber/uptime')
  expect(plain.text).toContain('answered 29 of 30 days')
  for (const same of ['/embed/AMBER/uptime.svg', '/embed/amber/uptime?style=nothing'])
    expect((await ask(same)).text).toBe(plain.text)
  expect((await ask('/embed/amber/uptime?style=flat-square')).text).not.toBe(plain.text)
  expect((await ask('/embed/birch/uptime')).text).toContain('departed')
  for (const wrong of ['nobody', 'x'.repeat(65), '%3Cscript%3E'])
    expect(await ask(`/embed/${wrong}/uptime.svg`)).toMatchObject({
      ...{ status: 200, type: SVG },
      text: expect.stringContaining('unknown'),
    })
  const late = await askOn('2026-01-09')('/embed/amber/uptime?style=flat-square')
  expect(late.text).toContain('as of 2026-01-01')
})

test('a comparison is taken as a row for each agent', async () => {
  const { text } = await askOn('2026-01-01')('/compare.csv?agents=amber,birch')
  const [head = '', ...rows] = text.trimEnd().split('\r\n')
  expect(head).toBe(
    'handle,name,category,tier,rank,score,liveness,days_since_active,alive_on_observed_days_30_days,trust,verdict,price_multiplier,seen_on',
  )
  expect(rows.map((row) => row.split(',')[0])).toEqual(['"amber"', '"birch"'])
})
