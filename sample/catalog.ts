import type { Catalog } from '../pipeline/catalog/catalog.ts'
import { chains } from '../pipeline/catalog/chains.ts'
import { findAddress, SAMPLE_FACILITATORS } from './chain/operators.ts'
import { SAMPLE_DAYS } from './days.ts'
import { FAMILIES } from './families.ts'
import { LABS } from './labs.ts'

/** Organisations that are their one server: agents of two categories. */
const SAME_AS: Record<string, string[]> = {
  'sample-labs-08': ['mcp:io.github.sample-labs-08/unit-converter'],
  'sample-labs-11': ['mcp:io.github.sample-labs-11/museum-hours'],
}

/** The sample's own curated facts, the same on all days and for every seed. */
export const SAMPLE_CATALOG: Catalog = {
  families: FAMILIES.map(({ id, name, vendor, isCatalogued }) => ({
    id,
    name,
    provider: vendor.name,
    organization: isCatalogued ? vendor.id : null,
    arena: [`^${id}-.*$`],
    openrouter: [`^[^/]+/${id}-.*$`],
    huggingface: isCatalogued ? [`^${vendor.id}/${id}-.*$`] : [],
    source_urls: [`https://${vendor.id}.example/models/${id}`],
  })),
  developers: LABS.map(({ id, name, repositories, packages, apps }) => ({
    id,
    name,
    website: `https://${id}.example`,
    github: [id],
    repositories: repositories.map((repository) => `${repository.owner}/${repository.name}`),
    huggingface: FAMILIES.some(({ vendor }) => vendor.id === id) ? [id] : [],
    packages,
    apps,
    same_as: SAME_AS[id] ?? [],
    source_urls: [`https://${id}.example/about`],
  })),
  facilitators: SAMPLE_FACILITATORS,
  overrides: [
    {
      record_a: 'catalog:developer/sample-labs-08',
      record_b: 'mcp_registry:io.github.sample-labs-08/unit-converter',
      verdict: 'same',
      reason: 'Sample: its page says that the server is all that it makes.',
      source_url: 'https://sample-labs-08.example/about',
      date: SAMPLE_DAYS[0] as string,
    },
    {
      record_a: 'catalog:developer/sample-labs-01',
      record_b: 'catalog:developer/sample-labs-02',
      verdict: 'different',
      reason: 'Sample: the pages of the two name different people.',
      source_url: 'https://sample-labs-01.example/about',
      date: SAMPLE_DAYS[0] as string,
    },
  ],
  anchors: ['star-desk', 'bird-desk', 'rain-desk'].map((name) => ({
    ...{ chain: 'eip155:8453', operator: findAddress(name), since: SAMPLE_DAYS[0] as string },
  })),
  chains: chains.filter(({ id }) => id === 'eip155:8453'),
}
