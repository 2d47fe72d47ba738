import { defineMethodology } from '../methodology.ts'

export default defineMethodology({
  category: 'mcp_server',
  name: 'MCP servers',
  version: 'v1.0-mcp',
  description:
    'Tool servers listed in the public MCP registry, by public interest in their code, how lately they were worked on, how long they have been there, and how they can be run.',
  signals: [
    {
      key: 'github_stars',
      weight: 26,
      prior: 0,
      transform: { kind: 'log', floor: 0, cap: 50_000 },
      why: 'Public interest; logarithmic, so that each further star is worth less and bought stars go a short way.',
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
      why: 'Work that goes on: the value halves every 45 days after a week without a push.',
    },
    {
      key: 'registry_updated_at',
      weight: 14,
      prior: 0,
      transform: { kind: 'recency', floor: 14, cap: 540, half_life: 90 },
      why: 'A release that reached the registry is a release that users can get.',
    },
    {
      key: 'registry_published_at',
      weight: 10,
      prior: 0,
      transform: { kind: 'tenure', floor: 0, cap: 365 },
      why: 'Time is the one thing that a fresh copy cannot have.',
    },
    {
      key: 'distribution_channels',
      weight: 8,
      prior: 0,
      transform: { kind: 'linear', floor: 0, cap: 3 },
      why: 'Packages and remote endpoints listed: more ways to run it make it useful to more clients.',
    },
    {
      key: 'metadata_fields',
      weight: 4,
      prior: 0,
      transform: { kind: 'linear', floor: 0, cap: 4 },
      why: 'Title, description, website and repository: a publisher who can be found.',
    },
    {
      key: 'npm_downloads',
      weight: 8,
      prior: 0,
      transform: { kind: 'log', floor: 10, cap: 1_000_000 },
      why: 'Installations of its npm packages; logarithmic, since mirrors and builds download too.',
    },
    {
      key: 'pypi_downloads',
      weight: 4,
      prior: 0,
      transform: { kind: 'log', floor: 10, cap: 1_000_000 },
      why: 'Installations of its PyPI packages.',
    },
  ],
  evidence: {
    required: ['registry_updated_at', 'github_stars'],
    min_signals: 5,
    min_weight: 60,
    min_sources: 2,
  },
  limitations: [
    'Downloads of a package that several listed servers name are divided evenly among them; downloads count machines, not people, and can be run up.',
    'Stars and forks of a repository that holds several listed servers are divided evenly among them.',
    'A repository counts only where its owner is the account that signed in to the registry, or the name of the domain that the registry made the publisher prove.',
    'Servers whose code is not on GitHub, or not public, are indexed but cannot be ranked yet.',
  ],
  changelog: [
    {
      version: 'v1.0-mcp',
      date: '2026-03-19',
      change: 'First published by Assay: interest, use, activity, tenure and distribution.',
    },
  ],
})
