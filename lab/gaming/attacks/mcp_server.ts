import { NUMBERS } from '../../../core/domain/numbers.ts'
import { ownServer } from '../agents.ts'
import { type Attack, together, type Variant } from '../attack.ts'
import { bought, cost } from '../prices.ts'
import { downloads, repository, server } from '../rows.ts'
import type { Victims } from '../victims.ts'

/** One day more than stars have to last. */
const A_MONTH = NUMBERS.lasting_days + 1
const BUDGETS = [0, 10, 100, 1_000, 10_000]

/** The attacks on the ranking of MCP servers. */
export const mcpServerAttacks = ({ repositories }: Victims): Attack[] => [
  {
    category: 'mcp_server',
    name: 'stars',
    what: 'An empty repository with a push and a release today, and bought stars.',
    rules: ['lasting'],
    variants: BUDGETS.map((budget) =>
      own(`${budget} USD`, `stars-${budget}`, cost({ star: bought('star', budget) }), (name) =>
        ownServer(name, bought('star', budget), 0, []),
      ),
    ),
  },
  {
    category: 'mcp_server',
    name: 'downloads',
    what: 'The same without stars, with bought downloads of a package that it lists.',
    rules: [],
    variants: BUDGETS.slice(0, 3).map((budget) => {
      const half = bought('npm_download', budget / 2)
      return own(
        `${budget} USD`,
        `downloads-${budget}`,
        cost({ npm_download: half, pypi_download: half }),
        (name) =>
          together(
            ownServer(name, 0, 0, [`npm:${name}`, `pypi:${name}`]),
            ...[downloads(`npm:${name}`, half), downloads(`pypi:${name}`, half)],
          ),
      )
    }),
  },
  {
    category: 'mcp_server',
    name: 'named repository',
    what: 'A server under the attacker’s own GitHub account, a month old, that names a famous repository of somebody else.',
    rules: ['repository_owner'],
    variants: repositories
      .slice(0, 1)
      .map(({ repository, stars }) =>
        own(`${stars} stars`, 'namer', 0, (name) =>
          server(`io.github.${name}/tool`, repository, [], A_MONTH),
        ),
      ),
  },
  {
    category: 'mcp_server',
    name: 'named repository, own domain',
    what: 'The same under the attacker’s own domain, which the registry verifies, while it does not verify the repository.',
    rules: ['repository_owner', 'own_account'],
    variants: repositories.slice(3, 5).map(({ repository, stars }, index) => ({
      label: `${stars} stars`,
      spent: cost({ domain: 1 }),
      rows: server(`example.domain-namer-${index}/tool`, repository, [], A_MONTH),
      records: [`mcp_registry:example.domain-namer-${index}/tool`],
    })),
  },
  {
    category: 'mcp_server',
    name: 'named repository, owner’s name',
    what: 'The same at `owner.attacker.example`, so that the name of the repository’s owner is part of the domain.',
    rules: ['repository_owner', 'own_account'],
    variants: repositories.slice(1, 3).map(({ repository, stars }, index) => {
      const name = `example.label-namer-${index}.${repository.split('/')[0]}/tool`
      return {
        label: `${stars} stars`,
        spent: cost({ domain: 1 }),
        rows: server(name, repository, [], A_MONTH),
        records: [`mcp_registry:${name}`],
      }
    }),
  },
  {
    category: 'mcp_server',
    name: 'named repository, domain of the owner’s name',
    what: 'The same under a domain that has the name of the repository’s owner, with some downloads of a package.',
    rules: ['repository_owner', 'own_account'],
    variants: repositories.slice(7, 8).map(({ repository, stars }) => {
      const name = `shop.${repository.split('/')[0]}/tool`
      return {
        label: `${stars} stars`,
        spent: cost({ domain: 1, npm_download: 10_000 }),
        rows: together(
          server(name, repository, ['npm:of-the-domain'], A_MONTH),
          downloads('npm:of-the-domain', 10_000),
        ),
        records: [`mcp_registry:${name}`],
      }
    }),
  },
  {
    category: 'mcp_server',
    name: 'no repository',
    what: 'Bought downloads of a package, and no repository that anybody could count stars of.',
    rules: [],
    variants: [0, 365].map((daysOld) =>
      own(
        daysOld === 0 ? 'new' : 'published a year ago',
        `bare-${daysOld}`,
        cost({ npm_download: 10_000 }),
        (name) =>
          together(
            server(`io.github.${name}/tool`, `${name}/none`, [`npm:${name}`], daysOld),
            downloads(`npm:${name}`, 10_000),
          ),
        daysOld,
      ),
    ),
  },
  {
    category: 'mcp_server',
    name: 'many listings of one package',
    what: 'Buy 1,000,000 downloads of one package and list it with k servers. The table shows the best of them.',
    rules: ['package_share'],
    variants: [1, 10, 100].map((k) => spread(k, 'package')),
  },
  {
    category: 'mcp_server',
    name: 'many servers in one repository',
    what: 'Buy 1,000 stars that last for one repository and list it with k servers. The table shows the best of them.',
    rules: ['star_share', 'few_servers'],
    variants: [1, 10, 100].map((k) => spread(k, 'repository')),
  },
]

function own(
  label: string,
  name: string,
  spent: number,
  make: (name: string) => Variant['rows'],
  daysOld = 0,
): Variant {
  const records = [`mcp_registry:io.github.${name}/tool`]
  return { label, spent, rows: make(name), records, ...(daysOld > 0 ? { isPrepared: true as const } : {}) }
}

/** One thing that is bought once, and k servers that all name it. */
function spread(k: number, kind: 'package' | 'repository'): Variant {
  const account = `spread-${kind}-${k}`
  const isPackage = kind === 'package'
  const names = Array.from({ length: k }, (_, index) => `io.github.${account}/tool-${index}`)
  return {
    label: `k = ${k}`,
    spent: cost(isPackage ? { npm_download: 1_000_000 } : { lasting_star: 1_000 }),
    rows: together(
      ...names.map((name, index) =>
        server(
          name,
          isPackage ? `${account}/tool-${index}` : `${account}/tools`,
          isPackage ? [`npm:${account}`] : [],
        ),
      ),
      isPackage ? downloads(`npm:${account}`, 1_000_000) : repository(`${account}/tools`, 1_000, 0, A_MONTH),
    ),
    records: names.map((name) => `mcp_registry:${name}`),
  }
}
