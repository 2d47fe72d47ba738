import { defineMethodology } from '../methodology.ts'

export default defineMethodology({
  category: 'developer',
  name: 'Developers',
  version: 'v2.c-public',
  description:
    'Organisations that make models, agents or the tools they run on, by what they have published in the open and how lately they worked on it.',
  signals: [
    {
      key: 'github_stars_total',
      weight: 26,
      prior: 0.1,
      transform: { kind: 'log', floor: 10, cap: 500_000 },
      why: 'Public interest in what it has published, over the repositories that count for it.',
    },
    {
      key: 'github_forks_total',
      weight: 12,
      prior: 0.1,
      transform: { kind: 'log', floor: 0, cap: 100_000 },
      why: 'A fork takes more intent than a star.',
    },
    {
      key: 'github_pushed_at',
      weight: 18,
      prior: 0,
      transform: { kind: 'recency', floor: 3, cap: 365, half_life: 30 },
      why: 'Work that goes on: the value halves every 30 days without a push.',
    },
    {
      key: 'github_repositories',
      weight: 5,
      prior: 0,
      transform: { kind: 'linear', floor: 0, cap: 5 },
      why: 'Breadth of public work, capped low so that many small repositories buy little.',
    },
    {
      key: 'mcp_servers',
      weight: 13,
      prior: 0,
      transform: { kind: 'log', floor: 0, cap: 30 },
      why: 'Servers under its own account in the MCP registry: tools that agents can use today.',
    },
    {
      key: 'families_on_arena',
      weight: 13,
      prior: 0,
      transform: { kind: 'linear', floor: 0, cap: 4 },
      why: 'Model families of the organisation that people compare on public boards.',
    },
    {
      key: 'npm_downloads',
      weight: 8,
      prior: 0,
      transform: { kind: 'log', floor: 100, cap: 50_000_000 },
      why: 'Installations of its packages, in a week.',
    },
    {
      key: 'pypi_downloads',
      weight: 5,
      prior: 0,
      transform: { kind: 'log', floor: 100, cap: 50_000_000 },
      why: 'The same for Python.',
    },
  ],
  evidence: { required: ['github_stars_total'], min_signals: 3, min_weight: 60, min_sources: 1 },
  limitations: [
    'Packages count that the catalogue names or that MCP servers under its accounts list; downloads count machines, not people.',
    'Only public work counts: an organisation that publishes nothing is not measured, which is not the same as weak.',
    'The organisations and the repositories that count for them are curated; up to about six repositories each.',
    'A count of servers or families is not observed, rather than 0, when the organisation has none.',
  ],
  changelog: [
    {
      version: 'v2.c-public',
      date: '2026-03-19',
      change: 'First published by Assay: public work and its use.',
    },
  ],
})
