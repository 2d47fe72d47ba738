import { closed, list, type PublishedSchema, TEXT, URI } from './parts.ts'

/** AI Catalog, release candidate of 1.0. Identifiers of a publisher are `urn:air:{publisher}:{name}[:{kind}]`. */
export const AI_CATALOG: PublishedSchema = {
  name: 'AI Catalog 0.9',
  published: '2026-11-22',
  schema: closed(['specVersion', 'entries'], {
    specVersion: { const: '0.9' },
    host: closed(['displayName'], {
      ...{ displayName: TEXT, identifier: TEXT, documentationUrl: URI, logoUrl: URI },
    }),
    entries: list({
      ...closed(['identifier', 'type'], {
        identifier: { type: 'string', pattern: '^urn:air:[a-z0-9.-]+:[A-Za-z0-9._/-]+(:[a-z0-9-]+)?$' },
        type: { type: 'string', pattern: '^[a-z]+/[a-z0-9.+-]+$' },
        ...{ url: URI, data: {}, displayName: TEXT, description: TEXT, version: TEXT },
        tags: list(TEXT),
        updatedAt: { type: 'string', format: 'date-time' },
        publisher: closed(['identifier', 'displayName'], {
          ...{ identifier: TEXT, displayName: TEXT, identityType: TEXT },
        }),
        ...{ digest: TEXT, extensions: { type: 'object' }, trustManifests: { type: 'array' } },
      }),
      oneOf: [{ required: ['url'] }, { required: ['data'] }],
    }),
    ...{ extensions: { type: 'object' }, signature: { type: 'object' } },
  }),
}
