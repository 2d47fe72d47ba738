import fc from 'fast-check'
import { expect, test } from 'vitest'
import { given, runCheck, together, type World, worldWithAgents } from './given.ts'
import { buildFrom } from './sql_harness.ts'

interface Text {
  handle: string
  trusted_text: string
  untrusted_text: string
  fields: string[]
}

async function texts(world: World): Promise<Text[]> {
  const db = await buildFrom(given(world), ['capability_text'])
  const rows = await db.rows<Text>('select * from capability_text order by handle')
  expect(await runCheck(db, 'capability_text_is_plain')).toEqual([])
  db.close()
  return rows
}

test('the words of every surface are found, ours apart from those of strangers', async () => {
  const world = together(
    worldWithAgents([
      { handle: 'a', id: 1, name: 'Café Finder', description: 'Finds <b>cafés</b> & tables.' },
      {
        handle: 'family',
        name: 'Sample Family',
        category: 'model_family',
        recordId: 'catalog:family/sample',
        layer: 'models',
      },
    ]),
    {
      int_records__handles: [
        'a2a_cards:a.example',
        'x402_bazaar:a.example',
        'mcp_registry:org.example/booking',
      ].map((record_id) => ({ record_id, handle: 'a' })),
      stg_endpoint_probes__cards: [
        {
          host: 'a.example',
          skills: [{ id: 's1', name: 'Reserve', description: 'Reserves a seat', tags: ['Dining'] }],
          last_ok_at: '2026-03-30',
          dead_days: 0,
        },
      ],
      stg_x402_bazaar__listings: [
        {
          feed: 'cdp',
          resource: 'https://a.example/api/v1/opening-hours?x=1',
          host: 'a.example',
          service_name: 'Hours',
          tags: ['clock'],
        },
        { feed: 'cdp', resource: 'https://a.example/withdrawn', host: 'a.example', gone_since: '2026-03-01' },
      ],
      stg_erc8004_files__files: [{ agent_key: 'eip155:8453/1', tags: ['oasf/travel'], services: [] }],
      stg_mcp_registry__servers: [{ name: 'org.example/booking' }],
    },
  )
  const [agent, family] = await texts(world)
  expect(agent?.untrusted_text).toBe(
    'cafe finder org.example booking clock oasf travel dining reserve reserves a seat api v1 opening-hours x 1 hours ' +
      'finds b cafes b tables',
  )
  expect(agent?.trusted_text).toBe('service services erc-8004 identity registry erc8004')
  expect(agent?.fields).toEqual([
    'class',
    'surfaces',
    'name',
    'registry',
    'tags',
    'skills',
    'resources',
    'description',
  ])
  expect(family).toMatchObject({ trusted_text: 'model family models sample family', untrusted_text: '' })
})

test.each([
  ['Ｆｕｌｌ Ｗｉｄｔｈ', 'full width'],
  ['𝐁𝐨𝐥𝐝 Ⓒ', 'bold c'],
  ['e\u0301te\u0301', 'ete'],
  ['hid\u200bden \u202etext\u2069', 'hidden text'],
  ['a\u00a0\u2003b\n\tc', 'a b c'],
  ['=HYPERLINK("http://x")', 'hyperlink http x'],
  ['C++ and C# at 3.5', 'c++ and c# at 3.5'],
  ['日本のエージェント', '日本のエーシェント'],
])('the name %j is searched as %j', async (name, text) => {
  expect((await texts(worldWithAgents([{ handle: 'a', name }])))[0]?.untrusted_text).toBe(text)
})

test('a name is never cut off by the text beside it', async () => {
  const description = 'long '.repeat(5000)
  const [agent] = await texts(worldWithAgents([{ handle: 'a', name: 'Sample Name', description }]))
  expect(agent?.untrusted_text.startsWith('sample name long')).toBe(true)
  expect(agent?.untrusted_text.length).toBeLessThanOrEqual(2012)
})

test('texts that are the same words count once', async () => {
  const second = { record_id: 'a2a_cards:a.example', source: 'a2a_cards', name: 'SAMPLE, name!' }
  const [agent] = await texts(
    together(worldWithAgents([{ handle: 'a', id: 1, name: 'Sample Name' }]), {
      int_records__handles: [{ record_id: second.record_id, handle: 'a' }],
      int_records: [second],
    }),
  )
  expect(agent?.untrusted_text).toBe('sample name')
})

test('each text counts up to 2,000 characters as its author wrote it, and each field up to 2,000', async () => {
  const x = 'x'.repeat(2_500)
  const named = { handle: 'a', id: 1, name: 'n' }
  const [plain] = await texts(worldWithAgents([{ ...named, description: `!${x}` }]))
  expect(plain?.untrusted_text).toBe(`n ${'x'.repeat(1_999)}`)
  const [marked] = await texts(worldWithAgents([{ ...named, description: `é!!${x}` }]))
  expect(marked?.untrusted_text).toBe(`n e ${'x'.repeat(1_997)}`)
  const second = { record_id: 'a2a_cards:a.example', source: 'a2a_cards', name: 'b'.repeat(1_200) }
  const [joined] = await texts(
    together(worldWithAgents([{ ...named, name: 'a'.repeat(1_200) }]), {
      int_records__handles: [{ record_id: second.record_id, handle: 'a' }],
      int_records: [second],
    }),
  )
  expect(joined?.untrusted_text).toBe(`${'a'.repeat(1_200)} ${'b'.repeat(799)}`)
})

test('the words of strangers end at 6,000 characters, and an agent without words has none', async () => {
  const x = 'x'.repeat(2_000)
  const world = together(worldWithAgents([{ handle: 'a', id: 1, name: x, description: x }]), {
    liveness: [{ handle: 'bare' }],
    stg_erc8004_files__files: [{ agent_key: 'eip155:8453/1', tags: [x], services: [] }],
    stg_mcp_registry__servers: [{ name: x }],
    int_records__handles: [{ record_id: `mcp_registry:${x}`, handle: 'a' }],
  })
  const [agent, bare] = await texts(world)
  expect(agent?.untrusted_text).toHaveLength(6_000)
  expect(bare).toMatchObject({ trusted_text: '', untrusted_text: '', fields: [] })
})

test('any text stays within the cap, without characters that hide, mark up or begin a formula', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 400 }).map((text) => text.replaceAll('\0', ''))
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 40 }), async (names) => {
      const rows = await texts(worldWithAgents(names.map((name, id) => ({ handle: `n-${id}`, id, name }))))
      for (const { untrusted_text } of rows) {
        expect(untrusted_text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{DI}<>="'`&]|^[+\-@]|\s\s|^\s|\s$/u)
        expect(untrusted_text.length).toBeLessThanOrEqual(6000)
      }
    }),
    { numRuns: 15 },
  )
})
