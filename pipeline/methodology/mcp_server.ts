import { defineMethodology } from '../methodology.ts'

export default defineMethodology({
  category: 'mcp_server',
  name: 'MCP servers',
  version: 'v1.0-mcp',
  description:
    'Servers listed in the public MCP registry, scored by public interest in their code, recent work, age of the current version, downloads, and the ways to run them.',
  signals: [
    {
      key: 'github_stars',
      weight: 26,
      prior: 0,
      transform: { kind: 'log', floor: 0, cap: 50_000 },
      why: 'Public interest. Logarithmic: each further star is worth less, so buying stars gains little.',
    },
    {
      key: 'github_forks',
      weight: 8,
      prior: 0,
      transform: { kind: 'log', floor: 0, cap: 10_000 },
      why: 'A fork takes more intent than a star.',
    },
    {
      key: 'github_pushed_at',
      weight: 18,
      prior: 0,
      transform: { kind: 'recency', floor: 7, cap: 365, half_life: 45 },
      why: 'Ongoing work: after a week without a push the value halves every 45 days.',
    },
    {
      key: 'registry_updated_at',
      weight: 14,
      prior: 0,
      transform: { kind: 'recency', floor: 14, cap: 540, half_life: 90 },
      why: 'An update in the registry is one that users can install.',
    },
    {
      key: 'registry_published_at',
      weight: 10,
      prior: 0,
      transform: { kind: 'tenure', floor: 0, cap: 365 },
      why: 'Age cannot be copied. The registry dates each version, so a new version starts this clock again.',
    },
    {
      key: 'distribution_channels',
      weight: 8,
      prior: 0,
      transform: { kind: 'linear', floor: 0, cap: 3 },
      why: 'Packages and remote endpoints listed. More ways to run it serve more clients.',
    },
    {
      key: 'metadata_fields',
      weight: 4,
      prior: 0,
      transform: { kind: 'linear', floor: 0, cap: 4 },
      why: 'Title, description, website and repository: they show who publishes it.',
    },
    {
      key: 'npm_downloads',
      weight: 8,
      prior: 0,
      transform: { kind: 'log', floor: 10, cap: 1_000_000 },
      why: 'Downloads of its npm packages. Logarithmic, since mirrors and builds download too.',
    },
    {
      key: 'pypi_downloads',
      weight: 4,
      prior: 0,
      transform: { kind: 'log', floor: 10, cap: 1_000_000 },
      why: 'Downloads of its PyPI packages, those by mirrors included.',
    },
  ],
  evidence: {
    required: ['registry_updated_at', 'github_stars'],
    min_signals: 5,
    min_weight: 60,
    min_sources: 2,
  },
  limitations: [
    'When several listed servers name the same package, its downloads are split evenly among them. Downloads count machines, not people, and can be inflated.',
    'When one repository holds several listed servers, its stars and forks are split evenly among them.',
    'A repository counts only if its owner is the account that signed in to the registry, or matches the domain that the publisher proved to the registry.',
    'Servers without public code on GitHub are indexed but cannot be ranked yet.',
  ],
  changelog: [
    {
      version: 'v1.0-mcp',
      date: '2026-03-19',
      change: 'First published by Assay: interest, use, activity, tenure and distribution.',
    },
  ],
})
