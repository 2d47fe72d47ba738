import { NUMBERS } from '../../core/domain/numbers.ts'
import { defineMethodology } from '../model/methodology.ts'

export default defineMethodology({
  category: 'mcp_server',
  name: 'MCP servers',
  version: 'v1.0-mcp',
  digest: 'f5b72f643d23bb12d2e34e0a54697950a9970a5a6eb2ad1f47bab4927fa58888',
  description:
    'How many people take an interest in a server and how much it is used, as far as both agree: stars and forks of its own repository that lasted a month on one side, downloads of its packages on the other; recent work and age move the result by 30 percent at most. Downloads alone cost almost nothing to fake, so the score cannot rise on them: a place among the first ten needs about as many bought stars and forks as the server that holds it has earned, and a month. It cannot see who is behind a star or a download, use through a remote address or an image, nor how well a server works.',
  parts: [
    { id: 'interest', name: 'interest', role: 'core' },
    { id: 'use', name: 'use', role: 'core' },
    { id: 'activity', name: 'activity', role: 'factor' },
    { id: 'age', name: 'age', role: 'factor' },
  ],
  core: 'least',
  signals: [
    {
      key: 'github_stars_lasting',
      part: 'interest',
      weight: 27,
      prior: 0.33,
      transform: { kind: 'log', floor: 0, cap: 500_000 },
      why: 'Public interest, up to as many stars as any repository has: the fewest of the last 30 days, as three of four bought stars vanish within a month. Logarithmic: a score that is a tenth higher takes two to four times the stars. The prior is the lower quartile of the servers with stars (77 stars, 28 March 2026) and not the median: leaving a repository out of a listing costs nothing, and should raise few.',
    },
    {
      key: 'github_forks_lasting',
      part: 'interest',
      weight: 8,
      prior: 0.5,
      transform: { kind: 'log', floor: 0, cap: 60_000 },
      why: 'A fork takes more intent than a star. The cap is an eighth of that of the stars, as most repositories have it. The prior is 250 forks: GitHub gives forks with stars, and where it did not (28 March 2026, all servers but two), too few are known for a median.',
    },
    {
      key: 'package_downloads',
      part: 'use',
      weight: 35,
      prior: 0.65,
      transform: { kind: 'log', floor: 20, cap: 10_000 },
      why: 'Downloads of its packages from npm and PyPI together. Mirrors alone make some twenty a week; above 10,000 more say little, for a thousand cost a cent. The prior is the median of the servers with packages (1,125 downloads, 28 March 2026): what has no package is run remotely or from an image, and downloads up to there cost a cent. It is the one measure of use that is public for all, and so moves scores the most: about 40 percent of their variance.',
    },
    {
      key: 'github_pushed_at',
      part: 'activity',
      weight: 7,
      prior: 0.5,
      transform: { kind: 'recency', floor: 0, cap: 365, half_life: 30 },
      why: 'Ongoing work: the value halves every 30 days. Where pushes are known, nearly all are a few days old, so the prior is no median but a push 30 days ago.',
    },
    {
      key: 'registry_updated_at',
      part: 'activity',
      weight: 8,
      prior: 0,
      transform: { kind: 'recency', floor: 0, cap: 730, half_life: 150 },
      why: 'A release in the registry is one that users can install. The value halves every 150 days, about the median: on 28 March 2026 a tenth of the servers had one in 4 days, half in 143. Always there, so the prior is never used.',
    },
    {
      key: 'registry_published_at',
      part: 'age',
      weight: 15,
      prior: 0,
      transform: { kind: 'tenure', floor: 0, cap: 365 },
      why: 'Age cannot be bought later. The registry dates each version, and the earliest that was ever seen counts; of 28 March 2026 the median is 188 days. Always there, so the prior is never used.',
    },
  ],
  evidence: {
    required: [['github_stars_lasting', 'github_forks_lasting', 'package_downloads']],
    min_signals: 3,
    min_weight: 50,
    min_sources: 2,
  },
  limitations: [
    'A repository counts only if its owner is the account that signed in to the registry: a domain with the name of an account can be bought by anybody, so servers under a domain stand on their downloads alone.',
    'Stars, forks and pushes of a repository with three or more servers are not evidence of any one of them, nor are those of a larger product: a repository counts if its name or description says MCP. Two servers in one repository share its stars and forks.',
    `A repository that Assay first saw less than ${NUMBERS.lasting_days} days ago counts for at most ${NUMBERS.max_stars_while_new} stars and ${NUMBERS.max_forks_while_new} forks, as much as one that is not known. In the first week of reading, when all are seen for the first time, repositories that were among the first to be read, or whose server was, count in full at once.`,
    'When several listed servers name the same package, its downloads are split evenly among them. Downloads count machines, not people, and can be inflated.',
    'A server of which only one side is known stands on a fixed value for the other. With downloads alone it cannot rise above 37, with stars and forks alone not above 65, and is told from others of its kind mostly by work and age.',
    'Pulls of images, calls of remote servers, contributors and the accounts behind stars are not read yet. A version that was published before Assay first read the registry, and replaced since, is not seen: such servers are older than shown.',
    'Servers without a package on npm or PyPI and without public code of their own on GitHub are indexed but cannot be ranked yet.',
  ],
  changelog: [
    {
      version: 'v1.0-mcp',
      date: '2026-03-19',
      change:
        'First published by Assay: the lesser of interest and use, moved by activity and age; stars and forks as far as they lasted 30 days.',
    },
  ],
})
