import type { Database } from '../../pipeline/model/database.ts'
import { findAddress } from '../../sample/chain/operators.ts'
import { STUDY_CHAIN } from './world.ts'

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

/** Payments of all customers of a median seller in 30 days, by wallet and address, in atomic units. */
export interface Copied {
  payer: string
  pay_to: string
  amount: number
}

const RIVALS = ['seed-desk', 'star-desk', 'tide-desk', 'letter-desk']

/** Finds the victims in the raw tables. */
export async function findVictims(db: Database): Promise<Victims> {
  return {
    repositories: await repositories(db),
    listedOperator: findAddress('tide-desk'),
    unlistedOperators: ['harvest-house', 'paint-house'].map(findAddress),
    anchor: findAddress('star-desk'),
    rivals: await Promise.all(RIVALS.map((name) => findRival(db, name))),
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

async function findRival(db: Database, name: string): Promise<Victims['rivals'][number]> {
  const [host, operator] = [`${name}.sample.example`, findAddress(name)]
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

/** Finds in a market that was read the equivalents of the victims that the sample names; none has rivals. */
export async function findMarketVictims(db: Database): Promise<Victims> {
  const listed = await busiest(db, '')
  const unlisted = await busiest(db, 'not')
  return {
    repositories: await repositories(db),
    // The busiest are anchors, and no anchor stands at this place.
    listedOperator: listed.at(NO_ANCHOR) ?? '',
    unlistedOperators: unlisted.slice(0, 2),
    anchor: listed[0] ?? '',
    rivals: [],
  }
}

const NO_ANCHOR = 40
/** The addresses that feeds list, each with the day on which one first did. */
const LISTED = `listed as (
  select lower(unnest(json_extract_string(accepts, '$[*].pay_to'))) as pay_to, first_seen_on::date as since
  from (
    select accepts, first_seen_on from raw_x402_bazaar_cdp union all
    select accepts, first_seen_on from raw_x402_bazaar_payai
  )
)`

/** The addresses that feeds list, or do not list, by the number of wallets that paid them, most first. */
const busiest = async (db: Database, not: '' | 'not'): Promise<string[]> =>
  (
    await db.rows<{ pay_to: string }>(`
      with ${LISTED}
      select pay_to from raw_x402_payments
      where kind = 'payment' and chain = '${STUDY_CHAIN}' and ${not} lower(pay_to) in (select pay_to from listed)
      group by pay_to order by count(distinct payer) desc, pay_to limit 50`)
  ).map(({ pay_to }) => pay_to)

/** Addresses that nobody had listed when they were first paid, after the first day that was read: which, and how many days ago. */
export const newcomers = (db: Database): Promise<{ pay_to: string; daysAgo: number }[]> =>
  db.rows(`
    with ${LISTED},
    paid as (
      select pay_to, min(try_cast(block_time as timestamptz))::date as first_paid_on
      from raw_x402_payments where kind = 'payment' and chain = '${STUDY_CHAIN}' group by pay_to
    )
    select paid.pay_to, run.day - first_paid_on as daysAgo
    from paid
    cross join run
    left join (select pay_to, min(since) as since from listed group by pay_to) as listed
      on listed.pay_to = lower(paid.pay_to)
    where first_paid_on > (select min(first_paid_on) from paid) and first_paid_on < run.day
      and (listed.since is null or listed.since > first_paid_on)
    order by paid.pay_to`)

/** All payments of the customers of that seller, of so many wallets. */
export const copiedCustomers = (db: Database, wallets: number): Promise<Copied[]> =>
  db.rows<Copied>(`
    with sellers as (
      select pay_to, count(distinct payer) as wallets from raw_x402_payments
      where kind = 'payment' and chain = '${STUDY_CHAIN}' group by pay_to
    ),
    middle as (from sellers where wallets >= ${wallets} order by wallets, pay_to limit 1)
    select payer, pay_to, sum(amount::hugeint)::double as amount
    from raw_x402_payments
    where kind = 'payment' and chain = '${STUDY_CHAIN}'
      and payer in (select payer from raw_x402_payments where pay_to = (select pay_to from middle))
    group by payer, pay_to order by payer, pay_to`)
