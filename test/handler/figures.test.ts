import { expect, test } from 'vitest'
import { PNG_TYPE, SVG_TYPE } from '../../core/interface/content.ts'
import { agentDaysPath, agentRecordPath, PRIVATE_PATHS } from '../../core/release/paths.ts'
import type { ReleaseReader } from '../../core/release/reader.ts'
import { createHandler } from '../../serving/handler/handler.ts'
import { ServedRelease } from '../../serving/handler/served_release.ts'
import { assertWellFormed } from '../render/svg.ts'

const NAME = '<script>alert(1)</script> & Söhne'

const DAYS = {
  ...{ category: 'service', methodology_version: '1', last_otherwise_scored_on: null, days_ago: [2, 1, 0] },
  ...{ rank: [2, 1, 1], score: [50, 51.5, 60.25], is_alive: [true, false, null] },
  ...{ visibility: [null, null, null], reputation: [null, null, null] },
}

function createReader(day: string): ReleaseReader {
  const info = { day, base_url: 'https://assay.example', world: 'live', limitations: [], last_updated: '' }
  const files: Record<string, unknown> = {
    [`private/${PRIVATE_PATHS.info}`]: info,
    [`private/${PRIVATE_PATHS.agentsIndex}`]: [['tide-desk', NAME]],
    [`private/${agentRecordPath('tide-desk')}`]: { handle: 'tide-desk', name: NAME },
    [`private/${agentDaysPath('tide-desk')}`]: DAYS,
    'public/figures/alive.svg': `<svg width="9" height="9"><text>of ${day}</text></svg>\n`,
    'public/figures/alive.png': 'picture',
    'public/data/latest/trust.csv': `day\r\n${day}\r\n`,
  }
  return {
    ...{ id: `${day}-0123456789ab`, manifestSha256: '0'.repeat(64) },
    about: { date: day, world: 'live', base_url: info.base_url },
    read: async (side, path) => {
      const file = files[`${side}/${path}`]
      if (file === undefined) return null
      const bytes = new TextEncoder().encode(typeof file === 'string' ? file : JSON.stringify(file))
      const contentType = path.endsWith('.png') ? PNG_TYPE : SVG_TYPE
      return { bytes, sha256: day.padEnd(64, '0'), contentType }
    },
  }
}

const kept = ['2026-01-29']
const release = new ServedRelease(createReader('2026-01-30'), {
  openDay: async (day) => (kept.includes(day) ? createReader(day) : null),
})
const handler = createHandler({
  current: async () => release,
  now: () => new Date('2026-01-30T12:00:00Z'),
  log: (error) => {
    throw error
  },
})

async function get(
  path: string,
): Promise<{ status: number; note: string | null; type: string; text: string }> {
  const reply = await handler.answer(new Request(`https://assay.example${path}`))
  const [note, type] = ['x-note', 'content-type'].map((name) => reply.headers.get(name))
  return { status: reply.status, note: note ?? null, type: type ?? '', text: await reply.text() }
}

test('a figure is of the release that is asked for where it is kept, and says so', async () => {
  expect(await get('/figures/alive.svg')).toMatchObject({ status: 200, note: null })
  const before = await get('/figures/alive.svg?release=2026-01-29')
  expect(before).toMatchObject({ status: 200, note: 'release 2026-01-29-0123456789ab' })
  expect(before.text).toContain('of 2026-01-29')
  expect(await get('/figures/alive.svg?release=2026-01-30')).toMatchObject({
    note: 'release 2026-01-30-0123456789ab',
  })
})

test('of a release that is not kept the newest is given, with a note in a header and in the picture', async () => {
  const { status, note, text } = await get('/figures/alive.svg?release=2025-12-31')
  expect([status, note]).toEqual([
    200,
    'No figure of 2025-12-31 is kept here: this one is of 2026-01-30-0123456789ab.',
  ])
  assertWellFormed(text)
  expect(text).toContain(`${note}</text></svg>`)
  expect((await get('/figures/alive.svg?release=yesterday')).status).toBe(400)
  expect((await get('/figures/none.svg?release=2025-12-31')).status).toBe(404)
  expect((await get('/figures/none.svg')).status).toBe(404)
  expect(await get('/figures/alive.png')).toMatchObject({ status: 200, type: PNG_TYPE })
})

test('the figures of an agent are pictures and their values; its name is text', async () => {
  for (const figure of ['score', 'alive']) {
    const { status, type, text } = await get(`/figures/agents/tide-desk/${figure}.svg`)
    expect([status, type]).toEqual([200, SVG_TYPE])
    assertWellFormed(text.replace(/<style>.*?<\/style>/, ''))
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; S')
    expect(text).toContain('Data to 30 Jan 2026. CC BY 4.0.')
  }
  const { text: drawn } = await get('/figures/agents/tide-desk/score.svg')
  // At the height of the dot at the end of the line.
  const [, end] = /class="end" d="M\S+ (\S+)h0"/.exec(drawn) ?? []
  expect(drawn).toContain(`y="${76 + Number(end)}">60.3</text>`)
  const scores = (await get('/figures/agents/TIDE-desk/score.csv')).text.trim().split('\r\n')
  // From the first scored day on.
  expect(scores.slice(1)).toEqual(['"2026-01-28",50', '"2026-01-29",51.5', '"2026-01-30",60.25'])
  const alive = (await get('/figures/agents/tide-desk/alive.csv')).text.trim().split('\r\n')
  expect(alive).toHaveLength(91)
  expect(alive.slice(-3)).toEqual(['"2026-01-28",true', '"2026-01-29",false', '"2026-01-30",'])
  expect((await get('/figures/agents/nobody/score.svg')).status).toBe(404)
  expect((await get('/figures/agents/tide-desk/rank.svg')).status).toBe(400)
})

test('a table is of the release that its citation names, in ranges too; of one that is not kept it is nowhere', async () => {
  const cited = '/data/latest/trust.csv?release='
  expect(await get('/data/latest/trust.csv')).toMatchObject({ note: null, text: 'day\r\n2026-01-30\r\n' })
  for (const day of ['2026-01-29', '2026-01-30'])
    expect(await get(cited + day)).toMatchObject({
      ...{ status: 200, note: `release ${day}-0123456789ab`, text: `day\r\n${day}\r\n` },
    })
  const part = await handler.answer(
    new Request(`https://assay.example${cited}2026-01-29`, { headers: { range: 'bytes=5-14' } }),
  )
  expect([part.status, await part.text()]).toEqual([206, '2026-01-29'])
  const gone = await get(`${cited}2025-12-31`)
  expect([gone.status, JSON.parse(gone.text)]).toMatchObject([404, { error: 'not_kept' }])
  expect((await get(`${cited}yesterday`)).status).toBe(400)
  expect((await get('/data/latest/none.csv?release=2026-01-29')).status).toBe(404)
})
