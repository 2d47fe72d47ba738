import { expect, test } from 'vitest'
import type { Endpoint } from '../../core/interface/endpoint.ts'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { HttpError } from '../../core/interface/errors.ts'
import { agentChanges as schema } from '../../core/resources/agent_changes.schema.ts'
import { agentChangesView } from '../../core/resources/agent_changes.ts'
import type { AgentRecord } from '../../core/views/agent_record.ts'
import type { Call, Variant } from '../../serving/handler/call.ts'
import { changesVariant as changes } from '../../serving/handler/resources/changes.ts'
import { ServedRelease } from '../../serving/handler/served_release.ts'
import { readValues } from '../../serving/handler/values.ts'
import { VARIANTS } from '../../serving/handler/variants.ts'
import { change, DAY, daysAgo, INFO } from '../artifacts/change_world.ts'

const agentChanges = VARIANTS.agent_changes as NonNullable<typeof VARIANTS.agent_changes>

/** An agent record with one change on each of the given days, and only the fields that its changes need. */
const agentRecord = (handle: string, days: number[]): AgentRecord =>
  ({
    handle,
    name: `Name of ${handle}`,
    changes: days.map((ago) => {
      const { handle: _, ...row } = change(handle, { day: daysAgo(ago) })
      return row
    }),
  }) as unknown as AgentRecord

const AMBER = agentRecord(
  'Amber',
  Array.from({ length: 100 }, (_, at) => Math.floor(at / 2)),
)

/** A release with these files, and the number of reads of each. */
function release(files: Record<string, unknown>): { served: ServedRelease; reads: string[] } {
  const reads: string[] = []
  const read = async (side: string, path: string) => {
    reads.push(`${side}/${path}`)
    const found = files[`${side}/${path}`]
    if (found === undefined) return null
    const bytes = new TextEncoder().encode(`${JSON.stringify(found)}\n`)
    return { bytes, sha256: path.padEnd(64, '0'), contentType: 'application/json; charset=utf-8' }
  }
  const reader = {
    id: 'a-release',
    manifestSha256: '0'.repeat(64),
    about: { date: DAY, world: 'live' as const, base_url: INFO.base_url },
    read,
  }
  return { served: new ServedRelease(reader), reads }
}

const FILES = {
  'private/release-info.json': INFO,
  'private/agents-index.json': [
    ['Amber', 'Name of Amber'],
    ['birch', 'Name of birch'],
  ],
  'private/agents/Amber.json': AMBER,
  'private/agents/birch.json': agentRecord('birch', []),
  'public/api/changes/v1': { days: 1 },
  ...Object.fromEntries([2, 3, 4, 5, 6, 7].map((days) => [`private/changes/${days}.json`, { days }])),
}

/** A call of an endpoint as the handler makes it. */
function call(
  id: string,
  query: string,
  path: Record<string, string> = {},
  files: Record<string, unknown> = FILES,
): Call {
  const endpoint = ENDPOINTS.find((endpoint) => endpoint.id === id) as Endpoint
  const values = readValues(endpoint.parameters, new Map(Object.entries(path)), new URLSearchParams(query))
  return { endpoint, values, release: release(files).served, today: DAY, body: undefined }
}

async function answer<T>(variant: Variant<T>, asked: Call) {
  const made = await variant(asked)
  return JSON.parse(new TextDecoder().decode((await made.content()).bytes))
}

const ofAmber = (query: string, handle = 'Amber') =>
  answer(agentChanges, call('agent_changes', query, { handle }))

test.each([['', 1], ...[1, 2, 3, 4, 5, 6, 7].map((days): [string, number] => [`days=${days}`, days])])(
  'changes?%s is the file of %i days',
  async (query, days) => {
    expect(await answer(changes, call('changes', query))).toEqual({ days })
  },
)

test('a release without a window answers 404', async () => {
  await expect(answer(changes, call('changes', 'days=3', {}, {}))).rejects.toMatchObject({
    status: 404,
    code: 'not_found',
  })
})

test('without parameters an agent has the 50 newest of its changes, as its file has them', async () => {
  const found = await ofAmber('')
  expect(found).toEqual(agentChangesView(AMBER, INFO))
  expect(schema.parse(found)).toEqual(found)
  expect(found).toMatchObject({
    type: 'agent_changes',
    handle: 'Amber',
    name: 'Name of Amber',
    url: 'https://assay.example/agents/Amber',
    since: null,
    kept_from: daysAgo(89),
    count: 50,
    total: 100,
  })
  expect(found.changes[0]).toMatchObject({ kind: 'mover', day: DAY, rank_delta: 5, score_after: 61.25 })
  expect(found.changes.at(-1).day).toBe(daysAgo(24))
  expect(found.limitations.at(-1)).toContain('newest 100')
})

test('since takes the day itself in, and total counts what limit leaves out', async () => {
  expect(await ofAmber(`since=${daysAgo(3)}`)).toMatchObject({ since: daysAgo(3), count: 8, total: 8 })
  expect(await ofAmber(`since=${daysAgo(3)}&limit=5`)).toMatchObject({ count: 5, total: 8 })
  expect(await ofAmber('limit=100')).toMatchObject({ count: 100, total: 100 })
  expect(await ofAmber('since=2000-01-01&limit=1')).toMatchObject({ count: 1, total: 100 })
  expect(await ofAmber('since=2100-01-01')).toMatchObject({ count: 0, total: 0, changes: [] })
})

test('the handle is found in any case, and an agent without changes has none', async () => {
  expect(await ofAmber('limit=1', 'aMBER')).toMatchObject({ handle: 'Amber', count: 1 })
  const birch = await ofAmber('', 'birch')
  expect(birch).toMatchObject({ count: 0, total: 0, changes: [], limitations: INFO.limitations })
})

test('an unknown handle is 404 with those near to it', async () => {
  const error = await ofAmber('', 'ambr').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(HttpError)
  expect(error).toMatchObject({ status: 404, code: 'agent_not_found' })
  expect((error as HttpError).more.body).toHaveProperty('suggestions')
})

test('the same question is answered from memory, another one is not', async () => {
  const { served, reads } = release(FILES)
  const ask = async (query: string) =>
    answer(agentChanges, { ...call('agent_changes', query, { handle: 'Amber' }), release: served })
  const first = await ask('limit=2')
  const readOnce = reads.length
  expect(await ask('limit=2')).toEqual(first)
  expect(reads).toHaveLength(readOnce)
  expect((await ask('limit=3')).count).toBe(3)
})
