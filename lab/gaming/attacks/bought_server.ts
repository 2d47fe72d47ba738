import { ownServer } from '../agents.ts'
import { together, type Variant } from '../attack.ts'
import { bought, budgetLabel, cost } from '../prices.ts'
import { downloads } from '../rows.ts'

/** Downloads of a week that no further ones add to. */
const MIN_DOWNLOADS = 10_000

/** Downloads until more of them add nothing, then stars and forks of one's own repository; who has waited needs those that last. */
export function boughtServer(budget: number, daysOld: number): Variant {
  const [star, fork] = daysOld > 0 ? (['lasting_star', 'lasting_fork'] as const) : (['star', 'fork'] as const)
  const name = `all-server-${String(budget).replace('.', '-')}-${daysOld}`
  const npm = bought('npm_download', 0.3 * budget, MIN_DOWNLOADS)
  const left = budget - cost({ npm_download: npm })
  const forks = bought(fork, 0.25 * left, 10_000)
  const stars = bought(star, left - cost({ [fork]: forks }), 50_000)
  return {
    label: budgetLabel(budget, daysOld),
    spent: cost({ npm_download: npm, [star]: stars, [fork]: forks }),
    records: [`mcp_registry:io.github.${name}/tool`],
    ...(daysOld > 0 ? { isPrepared: true as const } : {}),
    rows: together(ownServer(name, stars, forks, [`npm:${name}`], daysOld), downloads(`npm:${name}`, npm)),
  }
}
