import { beforeAll, expect, test } from 'vitest'
import { argumentsSchema } from '../core/interface/parameter_schema.ts'
import { SKILLS } from '../core/interface/skills.ts'
import { ARGUMENTS } from '../core/interface/tools.ts'
import type { SchemaValue } from '../core/resources/schemas.ts'
import { readSkillRequest } from '../serving/service/a2a/understand.ts'
import { PAGES, read } from './pages.ts'
import { type SampleHandler, sampleHandler } from './sample_handler.ts'

let sample: SampleHandler
beforeAll(async () => {
  sample = await sampleHandler()
}, 300_000)

const found = async (query: URLSearchParams): Promise<number> =>
  (await sample.json<SchemaValue<'FindResult'>>(`/api/agents/find?${query}`)).total_matches

/** Every query of find that a page for people shows, in an address or as arguments. */
function documentedQueries(): string[] {
  // Pages generated from the definitions are checked below.
  const texts = PAGES.filter((page) => !/^docs\/(?:decisions|reference)\/|^CHANGELOG/.test(page)).map(read)
  return texts.flatMap((text) => [
    ...[...text.matchAll(/\/api\/agents\/find(?:\/full)?\?([\w=&%+-]+)/g)].map(([, query]) => query ?? ''),
    ...[...text.matchAll(/"q": ?"([^"…]+)"|\bfind\(["']([^"']+)["']/g)].map(
      ([, argument, call]) => `q=${encodeURIComponent(argument ?? call ?? '')}`,
    ),
    ...[...text.matchAll(/\bassay find ([a-z ]+?)(?: --|$|`)/gm)].map(([, words]) => `q=${words}`),
  ])
}

test('every query of find that a page shows finds somebody on the sample', async () => {
  const queries = [...new Set(documentedQueries())]
  expect(queries.length).toBeGreaterThan(2)
  for (const query of queries) expect(await found(new URLSearchParams(query)), query).toBeGreaterThan(0)
})

test('every example of find in OpenAPI, of a skill and of a tool finds somebody on the sample', async () => {
  const { paths } = await sample.json<{
    paths: Record<
      string,
      Record<string, { parameters?: { name: string; example?: unknown }[]; requestBody?: unknown }>
    >
  }>('/openapi.json')
  const shown = Object.entries(paths).flatMap(([path, { get }]) =>
    path.startsWith('/api/agents/find') ? (get?.parameters ?? []).filter(({ name }) => name === 'q') : [],
  )
  const asked = [...JSON.stringify(paths['/api/a2a/v1']).matchAll(/"text":"([^"]+)"/g)].map(
    ([, text]) => text ?? '',
  )
  const skills = SKILLS.flatMap(({ examples }) => examples)
  const fields = [...asked, ...skills]
    .map((text) => readSkillRequest([{ kind: 'text', text }]))
    .filter((request) => request?.skill === 'find_agents')
    .map((request) => request?.fields ?? {})
  const tool = argumentsSchema(ARGUMENTS.find_agents).properties?.q?.description ?? ''
  const toolExamples = [...tool.matchAll(/"([^"]+)"/g)].map(([, words]) => words)
  expect([shown.length, fields.length, toolExamples.length]).toEqual([2, 3, 1])
  const queries = [
    ...shown.map(({ example }) => ({ q: example })),
    ...fields,
    ...toolExamples.map((q) => ({ q })),
  ]
  for (const given of queries) {
    const query = new URLSearchParams(
      Object.entries(given).map(([name, value]): [string, string] => [name, String(value)]),
    )
    expect(await found(query), String(query)).toBeGreaterThan(0)
  }
})
