import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinComponents } from '../../pipeline/identity/components.ts'
import {
  type Binding,
  bindHandles,
  currentBindings,
  type NamedRecord,
} from '../../pipeline/identity/handles.ts'

const server = (name: string): NamedRecord => ({
  record_id: `mcp_registry:${name}`,
  category: 'mcp_server',
  source_key: name,
  published_at: '2025-06-01T00:00:00Z',
})
const family = (id: string): NamedRecord => ({
  record_id: `catalog:family/${id}`,
  category: 'model_family',
  source_key: id,
  published_at: null,
})

/** One day: binds the present records, some of which share a key, and returns the whole history after it. */
function live(
  day: string,
  records: NamedRecord[],
  past: Binding[],
  shared: [string, string][] = [],
): Binding[] {
  const claims = shared.flatMap(([a, b], n) => [a, b].map((name) => ({ record_id: name, key: `shared${n}` })))
  const found = joinComponents(
    records.map((record) => record.record_id),
    claims,
  )
  return [...past, ...bindHandles(found, records, past, day)]
}

const handles = (past: Binding[]): Record<string, string> =>
  Object.fromEntries(
    [...currentBindings(past).values()].map((binding) => [binding.record_id, binding.handle]),
  )

test('a handle is made from the name, longer where the short one is taken', () => {
  const past = live(
    '2026-01-01',
    [family('fetch'), server('io.github.Oak/fetch'), server('io.github.elm/fetch')],
    [],
  )
  expect(handles(past)).toEqual({
    'catalog:family/fetch': 'fetch',
    'mcp_registry:io.github.Oak/fetch': 'oak-fetch',
    'mcp_registry:io.github.elm/fetch': 'elm-fetch',
  })
})

test('of two that are new on one day, the one that was published first gets the shorter handle', () => {
  const mimic = { ...server('io.github.aaa/fetch'), published_at: '2025-07-01T00:00:00Z' }
  const past = live('2026-01-01', [mimic, server('io.github.oak/fetch')], [])
  expect(handles(past)).toEqual({
    'mcp_registry:io.github.oak/fetch': 'fetch',
    [mimic.record_id]: 'aaa-fetch',
  })
})

test('a name without a usable character still gets a handle', () => {
  const past = live('2026-01-01', [server('例.example/測試'), server('')], [])
  for (const handle of Object.values(handles(past))) expect(handle).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
})

test('a departed agent keeps its handle, and no other agent gets it', () => {
  const first = live('2026-01-01', [server('io.github.oak/fetch')], [])
  const gone = live('2026-01-02', [], first)
  const otherOwner = live('2026-01-03', [server('io.github.elm/fetch')], gone)
  expect(handles(otherOwner)['mcp_registry:io.github.elm/fetch']).toBe('elm-fetch')
  const back = live('2026-01-04', [server('io.github.oak/fetch'), server('io.github.elm/fetch')], otherOwner)
  expect(handles(back)['mcp_registry:io.github.oak/fetch']).toBe('fetch')
  expect(back).toEqual(otherOwner)
})

test('two agents that turn out to be one keep the older handle; the other is retired and never given again', () => {
  const oak = server('io.github.oak/one')
  const elm = server('io.github.elm/two')
  const apart = live('2026-01-02', [oak, elm], live('2026-01-01', [oak], []))
  const merged = live('2026-01-03', [oak, elm], apart, [[oak.record_id, elm.record_id]])
  expect(handles(merged)).toEqual({ [oak.record_id]: 'one', [elm.record_id]: 'one' })
  const later = live('2026-01-04', [oak, elm, server('io.github.ash/two')], merged, [
    [oak.record_id, elm.record_id],
  ])
  expect(handles(later)['mcp_registry:io.github.ash/two']).toBe('ash-two')
})

test('when one agent comes apart, the anchor keeps the handle and the other gets a new one', () => {
  const oak = server('io.github.oak/one')
  const elm = server('io.github.elm/two')
  const merged = live('2026-01-01', [oak, elm], [], [[oak.record_id, elm.record_id]])
  expect(new Set(Object.values(handles(merged))).size).toBe(1)
  const anchor = merged.find((binding) => binding.is_anchor)?.record_id as string
  const apart = live('2026-01-02', [oak, elm], merged)
  expect(handles(apart)[anchor]).toBe(handles(merged)[anchor])
  expect(new Set(Object.values(handles(apart))).size).toBe(2)
})

test('over any life of records, handles are unique without regard to case and stay with their anchor', () => {
  const name = fc.constantFrom('Fetch', 'fetch', 'FETCH', 'ｆｅｔｃｈ', '../x', '')
  const record = fc
    .tuple(fc.constantFrom('oak', 'elm', 'ash'), name)
    .map(([owner, last]) => server(`io.github.${owner}/${last}`))
  const someRecords = fc.uniqueArray(record, { selector: (record) => record.record_id, maxLength: 8 })
  const day = fc.record({ records: someRecords, pair: fc.tuple(fc.nat(7), fc.nat(7)) })
  fc.assert(
    fc.property(fc.array(day, { maxLength: 8 }), (days) => {
      let past: Binding[] = []
      days.forEach(({ records, pair: [a, b] }, n) => {
        const [first, second] = [records[a % 8]?.record_id, records[b % 8]?.record_id]
        const before = handles(past)
        past = live(`2026-01-0${n + 1}`, records, past, first && second ? [[first, second]] : [])
        const now = handles(past)
        const anchors = past.filter((binding) => binding.is_anchor)
        expect(new Set(anchors.map((anchor) => anchor.handle.toLowerCase())).size).toBe(anchors.length)
        for (const handle of Object.values(now)) expect(handle).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
        for (const [id, handle] of Object.entries(before)) {
          const wasAnchor = anchors.some((anchor) => anchor.record_id === id && anchor.handle === handle)
          const shown = records.map((record) => now[record.record_id])
          if (now[id] !== handle && wasAnchor) expect(shown).not.toContain(handle)
        }
      })
    }),
  )
})
