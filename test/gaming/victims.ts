import type { Database } from '../../pipeline/model/database.ts'
import { addressOf } from '../../pipeline/sample/chain/operators.ts'

/** Agents of the sample that attackers help themselves to, or try to sink. */
export interface Victims {
  /** The nine repositories `owner/name` with most stars that are one server’s own by their words, each with that server’s name. */
  repositories: { repository: string; server: string; stars: number }[]
  /** An address that is paid and listed, and two that are paid and listed nowhere. */
  listedOperator: string
  unlistedOperators: string[]
  /** An address whose payers are known wallets. */
  anchor: string
  /** Hosts that sell: the address that they are paid at, how often, by whom, and one of their resources. */
  rivals: {
    host: string
    operator: string
    payments: number
    payers: string[]
    resource: string
    feed: 'cdp' | 'payai'
  }[]
}

const RIVALS = ['seed-desk', 'star-desk', 'tide-desk', 'letter-desk']

/** Finds the victims in the raw tables. */
export async function findVictims(db: Database): Promise<Victims> {
  return {
    repositories: await repositories(db),
    listedOperator: addressOf('tide-desk'),
    unlistedOperators: ['harvest-house', 'paint-house'].map(addressOf),
    anchor: addressOf('star-desk'),
    rivals: await Promise.all(RIVALS.map((name) => rivalOf(db, name))),
  }
}

const repositories = (db: Database) =>
  db.rows<Victims['repositories'][number]>(`
    select repositories.repository, min(servers.name) as server, any_value(repositories.stars) as stars
    from raw_github as repositories
    join raw_mcp_registry as servers
      on lower(servers.repository_url) = 'https://github.com/' || repositories.repository
    where servers.status = 'active' and servers.gone_since is null and repositories.is_found
      and contains(repositories.description, 'MCP server')
      and starts_with(lower(servers.name), 'io.github.' || split_part(repositories.repository, '/', 1) || '/')
    group by repositories.repository having count(*) = 1
    order by stars desc, repositories.repository limit 9`)

async function rivalOf(db: Database, name: string): Promise<Victims['rivals'][number]> {
  const [host, operator] = [`${name}.sample.example`, addressOf(name)]
  const [found] = await db.rows<Omit<Victims['rivals'][number], 'host' | 'operator'>>(`
    select count(*) as payments, list_sort(list(distinct payer)) as payers, any_value(offered.resource) as resource,
      any_value(offered.feed) as feed
    from raw_x402_payments
    cross join (
      select min(resource) as resource, min_by(feed, resource) as feed
      from (
        select resource, min(feed) as feed
        from (
          select resource, 'cdp' as feed from raw_x402_bazaar_cdp
          union all
          select resource, 'payai' from raw_x402_bazaar_payai
        )
        where starts_with(resource, 'https://${host}/') group by resource having count(*) = 1
      )
    ) as offered
    where kind = 'payment' and pay_to = '${operator}'`)
  if (!found?.resource)
    throw new Error(`${host} has no resource that one feed alone lists: choose another rival`)
  return { host, operator, ...found }
}
