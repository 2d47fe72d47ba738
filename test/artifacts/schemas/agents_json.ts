import { FLAG, list, open, type PublishedSchema, TEXT } from './parts.ts'

const SNAKE_CASE = { type: 'string', pattern: '^[a-z0-9]+(_[a-z0-9]+)*$' }
const end = open(['fieldPath'], { actionId: { type: ['string', 'null'] }, fieldPath: TEXT })

/** agents.json of Wildcard AI. Objects are open; that there is a source and a flow is our own demand. */
export const AGENTS_JSON: PublishedSchema = {
  name: 'agents.json 0.1.0',
  published: '2025-01-31',
  schema: open(['agentsJson', 'info', 'sources', 'flows'], {
    agentsJson: { const: '0.1.0' },
    info: open(['title', 'version', 'description'], { title: TEXT, version: TEXT, description: TEXT }),
    sources: list(open(['id', 'path'], { id: SNAKE_CASE, path: TEXT }), 1),
    overrides: list({ type: 'object' }),
    flows: list(
      open(['id', 'title', 'description', 'actions', 'fields'], {
        ...{ id: SNAKE_CASE, title: TEXT, description: TEXT },
        actions: list(
          open(['id', 'sourceId', 'operationId'], {
            id: SNAKE_CASE,
            sourceId: SNAKE_CASE,
            operationId: TEXT,
          }),
          1,
        ),
        links: list({
          ...{ type: 'object', required: ['origin', 'target'], properties: { origin: end, target: end } },
          additionalProperties: false,
        }),
        fields: open(['parameters', 'responses'], {
          parameters: list({
            ...{ type: 'object', required: ['name'], additionalProperties: false },
            properties: { name: TEXT, description: TEXT, required: FLAG, type: TEXT },
          }),
          responses: {
            ...{ type: 'object', required: ['success'], additionalProperties: false },
            properties: { success: { type: 'object' }, example: { type: 'object' } },
          },
        }),
      }),
      1,
    ),
  }),
}
