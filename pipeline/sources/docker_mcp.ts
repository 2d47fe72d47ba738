import { z } from 'zod'
import { defineSource } from '../source/define_source.ts'
import { pick } from '../source/pick.ts'

const CATALOG = 'https://desktop.docker.com/mcp/catalog/v3/catalog.json'
// A catalogue without entries is a failure of the upstream, and not the departure of every server.
const Catalog = z.looseObject({
  registry: z
    .record(z.string(), z.unknown())
    .refine((entries) => Object.keys(entries).length > 0, 'it has no entries'),
})

const text = (max: number) => z.string().max(max).nullable()

/** Docker's catalogue of MCP servers, some 300 that its staff reviewed: complete each day, in one request. */
export default defineSource({
  name: 'docker_mcp',
  title: 'MCP servers in the Docker MCP catalogue',
  docs: 'https://docs.docker.com/ai/mcp-catalog-and-toolkit/catalog/',
  license: 'MIT (github.com/docker/mcp-registry, from which the catalogue is built)',
  republished: 'all',
  attribution: 'Docker MCP registry (https://github.com/docker/mcp-registry), MIT',
  key: ['name'],
  budget: 1,
  firstDay: { 'desktop.docker.com': 1 },
  probe: { filled: ['title', 'type', 'image'] },
  row: z
    .object({
      name: z
        .string()
        .max(200)
        .regex(/^[\w.-]+$/),
      title: text(1000),
      type: text(50),
      image: text(1000),
      /** The server's own repository, and the folder in some repository that the image is built from. */
      repository_url: text(2000),
      built_from_url: text(2000),
      remote_url: text(2000),
      added_at: z.iso.datetime({ offset: true }).nullable(),
    })
    .refine(
      (row) => row.image !== null || row.remote_url !== null,
      'an entry has an image or a remote address',
    ),
  async *fetch({ http }) {
    const from = await http.json(CATALOG, Catalog, { accept: [404] })
    if (from.data === null) return { left_out: 'the whole catalogue, which is not at its address' }
    for (const [name, entry] of Object.entries(from.data.registry)) yield { from, row: toRow(name, entry) }
    return 'all'
  },
})

/** A missing value is an empty text in some entries and absent in others. */
function toRow(name: string, entry: unknown): Record<string, unknown> {
  const readValue = (...path: string[]) => pick(entry, ...path) || null
  return {
    name,
    title: readValue('title'),
    type: readValue('type'),
    image: readValue('image'),
    repository_url: readValue('upstream'),
    built_from_url: readValue('source'),
    remote_url: readValue('remote', 'url'),
    added_at: readValue('dateAdded'),
  }
}
