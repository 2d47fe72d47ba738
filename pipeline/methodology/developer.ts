import { defineMethodology } from '../methodology.ts'

export default defineMethodology({
  category: 'developer',
  name: 'Developers',
  version: 'v2.d-apps',
  description:
    'Organisations that make models, agents or their tools, scored by their public work and how recent it is.',
  signals: [
    {
      key: 'github_stars_total',
      weight: 26,
      prior: 0.1,
      transform: { kind: 'log', floor: 10, cap: 500_000 },
      why: 'Public interest in its work, summed over the repositories that count for it.',
    },
    {
      key: 'github_forks_total',
      weight: 12,
      prior: 0.1,
      transform: { kind: 'log', floor: 0, cap: 100_000 },
      why: 'A fork takes more effort than a star.',
    },
    {
      key: 'github_pushed_at',
      weight: 18,
      prior: 0,
      transform: { kind: 'recency', floor: 3, cap: 365, half_life: 30 },
      why: 'Ongoing work: after three days without a push the value halves every 30 days.',
    },
    {
      key: 'github_repositories',
      weight: 5,
      prior: 0,
      transform: { kind: 'linear', floor: 0, cap: 5 },
      why: 'Breadth of public work. Capped low, so many small repositories gain little.',
    },
    {
      key: 'mcp_servers',
      weight: 12,
      prior: 0,
      transform: { kind: 'log', floor: 0, cap: 30 },
      why: 'Servers under its own account in the MCP registry: tools that agents can use now.',
    },
    {
      key: 'families_on_arena',
      weight: 12,
      prior: 0,
      transform: { kind: 'linear', floor: 0, cap: 4 },
      why: 'Its model families that people compare on public leaderboards.',
    },
    {
      key: 'npm_downloads',
      weight: 8,
      prior: 0,
      transform: { kind: 'log', floor: 100, cap: 50_000_000 },
      why: 'Weekly downloads of its npm packages.',
    },
    {
      key: 'pypi_downloads',
      weight: 5,
      prior: 0,
      transform: { kind: 'log', floor: 100, cap: 50_000_000 },
      why: 'Weekly downloads of its PyPI packages, those by mirrors included.',
    },
    {
      key: 'openrouter_app_tokens',
      weight: 2,
      prior: 0,
      transform: { kind: 'log', floor: 1_000_000, cap: 10_000_000_000_000 },
      why: 'Use of its apps that somebody pays for. Few apps say who they are there, so the weight is low.',
    },
  ],
  evidence: { required: ['github_stars_total'], min_signals: 3, min_weight: 60, min_sources: 1 },
  limitations: [
    'Only packages that the catalogue names, or that MCP servers under its accounts list, count. Downloads count machines, not people.',
    'Only public work counts. An organisation that publishes nothing is not measured; that does not make it weak.',
    'The organisations and their repositories are chosen by hand, about six repositories each at most.',
    'Apps count by the names that the catalogue has: OpenRouter does not say where an app is at home.',
    'An organisation without servers or families counts as not observed there, not as 0.',
  ],
  changelog: [
    {
      version: 'v2.d-apps',
      date: '2026-03-19',
      change:
        'Tokens of its apps through OpenRouter count with a weight of 2, of which servers and model families gave one each: scores of organisations that have those fell by up to 2 points.',
    },
    {
      version: 'v2.c-public',
      date: '2026-03-19',
      change: 'First published by Assay: public work and its use.',
    },
  ],
})
