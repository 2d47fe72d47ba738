import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { RESOURCES } from '../../core/resources/schemas.ts'
import type { ReleaseInfo } from '../../core/views/release_info.ts'
import { agentCard } from '../../pipeline/artifacts/discovery/agent_card.ts'
import { agentsJson } from '../../pipeline/artifacts/discovery/agents_json.ts'
import { aiCatalog } from '../../pipeline/artifacts/discovery/ai_catalog.ts'
import { llmsTxt } from '../../pipeline/artifacts/discovery/llms_txt.ts'
import { mcpServerCard } from '../../pipeline/artifacts/discovery/mcp.ts'
import { formatOperationId } from '../../pipeline/artifacts/discovery/operation.ts'
import { serverJson } from '../../pipeline/artifacts/discovery/server_json.ts'
import { info } from './given_info.ts'
import { AGENT_CARD_0_3, AGENT_CARD_1_0, AGENT_JSON } from './schemas/agent_card.ts'
import { AGENTS_JSON } from './schemas/agents_json.ts'
import { AI_CATALOG } from './schemas/ai_catalog.ts'
import { LLMS_TXT } from './schemas/llms_txt.ts'
import type { PublishedSchema } from './schemas/parts.ts'
import { SERVER_CARD } from './schemas/server_card.ts'
import { SERVER_JSON } from './schemas/server_json.ts'

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)

/** The faults of a document; null without any. */
function findFaults({ schema }: PublishedSchema, document: unknown): string | null {
  const isValid = ajv.validate(schema, document)
  return isValid ? null : ajv.errorsText()
}

const WORLDS = ['live', 'replay', 'sample'] as const
/** Each document, its schema, and changes that the schema refuses. */
const DOCUMENTS: [PublishedSchema, (info: ReleaseInfo) => object, Record<string, unknown>[]][] = [
  [SERVER_CARD, mcpServerCard, [{ description: 'x'.repeat(101) }, { name: 'assay' }, { tools: [] }]],
  [SERVER_JSON, serverJson, [{ version: '^1.0.0' }, { description: 'x'.repeat(101) }]],
  [
    AI_CATALOG,
    aiCatalog,
    [{ specVersion: '1.0' }, { entries: [{ identifier: 'urn:air:a.example:b', type: 'a/b' }] }],
  ],
  [AGENT_CARD_1_0, agentCard, [{ supportedInterfaces: [] }, { skills: [{ id: 'a' }] }]],
  [AGENT_CARD_0_3, agentCard, [{ protocolVersion: '1.0' }, { url: undefined }]],
  [AGENT_JSON, agentCard, [{ defaultInputModes: ['text'] }]],
  [AGENTS_JSON, agentsJson, [{ sources: [] }, { flows: [{ id: 'Find' }] }]],
]

describe.each(DOCUMENTS)('$name, published $published', (schema, document, changes) => {
  test.each(WORLDS)('the document of a %s world keeps to it', (world) => {
    expect(findFaults(schema, document(info({ world })))).toBeNull()
    expect(findFaults(schema, document(info({ world, base_url: 'http://127.0.0.1:8787' })))).toBeNull()
  })
  test('what it does not allow is found', () => {
    for (const change of changes)
      expect(findFaults(schema, { ...document(info()), ...change }), JSON.stringify(change)).not.toBeNull()
  })
})

test('llms.txt has the form that its readers expect', () => {
  for (const world of WORLDS) expect(LLMS_TXT.findFaults(llmsTxt(info({ world })))).toEqual([])
  const faults = LLMS_TXT.findFaults('# A\n\n> b\n\n## C\n\nwords\n- [d](https://a.example/): e\n\n### F\n')
  expect(faults).toEqual(['no link: words', 'another heading: ### F'])
})

test('the registry allows a name only for the host that it is made of', () => {
  const { name, remotes } = serverJson(info())
  expect([name, remotes]).toEqual([
    'example.assay/assay',
    [{ type: 'streamable-http', url: 'https://assay.example/api/mcp/v1' }],
  ])
})

test('a flow calls operations of the OpenAPI document, with parameters and fields that they have', () => {
  for (const { actions, links } of agentsJson(info()).flows) {
    const called = actions.map(({ id }) => ENDPOINTS.find((endpoint) => endpoint.id === id))
    expect(called.map((endpoint) => endpoint && formatOperationId(endpoint))).toEqual(
      actions.map(({ operationId }) => operationId),
    )
    for (const { target } of links) {
      const endpoint = called.find((other) => other?.id === target.actionId)
      const names = endpoint?.parameters.map(({ name }) => `parameters.${name}`) ?? ['responses.success']
      expect(names).toContain(target.fieldPath)
    }
    for (const { origin } of links.filter(({ origin }) => origin.actionId !== null)) {
      const answer = called.find((other) => other?.id === origin.actionId)?.answer ?? ''
      const [, , field = 'type'] = origin.fieldPath.split('.')
      expect(
        Object.keys(
          z.toJSONSchema(RESOURCES[answer] as z.ZodType, { unrepresentable: 'any' }).properties ?? {},
        ),
      ).toContain(field)
    }
  }
})
