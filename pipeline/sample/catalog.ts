import type { Catalog } from '../catalog/catalog.ts'
import { FAMILIES } from './families.ts'
import { LABS } from './labs.ts'

/** The sample's own curated facts, the same on all days and for every seed. */
export const SAMPLE_CATALOG: Catalog = {
  families: FAMILIES.map(({ id, name, vendor, isCatalogued }) => ({
    id,
    name,
    provider: vendor.name,
    organization: isCatalogued ? vendor.id : null,
    arena: [`^${id}-.*$`],
    openrouter: [`^[^/]+/${id}-.*$`],
    source_urls: [`https://${vendor.id}.example/models/${id}`],
  })),
  developers: LABS.map(({ id, name, repositories }) => ({
    id,
    name,
    website: `https://${id}.example`,
    github: [id],
    repositories: repositories.map((repository) => `${repository.owner}/${repository.name}`),
    source_urls: [`https://${id}.example/about`],
  })),
}
