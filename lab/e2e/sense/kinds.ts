import { literal } from '../../../pipeline/model/database.ts'
import type { Statement } from './judge.ts'

/** Rows of `records`, one for each that is given, with nulls where the index does not have it. */
const given = (
  records: readonly string[],
) => `(values ${records.map((record) => `(${literal(record)})`).join(', ')})
    as given (record) left join named on lower(named.record) = lower(given.record)`

export const isAlive = (area: string, name: string, record: string): Statement => ({
  area,
  text: `${name} is alive.`,
  broken: `select coalesce(liveness, 'unknown') as why from ${given([record])} where coalesce(liveness, '') <> 'alive'`,
})

/** The agent may be unknown too: what counts is that nobody is told that it lives. */
export const isNotAlive = (area: string, name: string, record: string): Statement => ({
  area,
  text: `${name} is not called alive.`,
  broken: `select 'alive by ' || coalesce(last_activity, 'an answer') as why from ${given([record])} where liveness = 'alive'`,
})

export const amongFirst = (
  area: string,
  name: string,
  place: number,
  records: readonly string[],
): Statement => ({
  area,
  text: `${name} ${records.length === 1 ? 'is' : 'are'} among the first ${place}.`,
  broken: `select coalesce(handle, given.record) || ': ' || coalesce('rank ' || rank, 'not ranked') as why
    from ${given(records)} where coalesce(rank, 1000000) > ${place}`,
})

export const leads = (
  area: string,
  name: string,
  record: string,
  otherName: string,
  other: string,
): Statement => ({
  area,
  text: `${name} stands before ${otherName}.`,
  broken: `select coalesce(leader.rank::varchar, 'not ranked') || ' and ' || coalesce(other.rank::varchar, 'not ranked') as why
    from (select * from named where record = ${literal(record)}) as leader
    full join (select * from named where record = ${literal(other)}) as other on true
    where coalesce(leader.rank, 1000000) >= coalesce(other.rank, 1000000)`,
})

/** The seller at a place by known wallets in 30 days, of those that an agent owns and that have no flag. */
export const mayBePaid = (place: number): Statement => ({
  area: 'services',
  text: `The service at place ${place} by wallets that paid it, without a flag, may be paid.`,
  broken: `select handle || ': ' || verdict || ', ' || coalesce(per_transaction::varchar, 'no') || ' USD' as why
    from (
      select credited_handle as handle, sum(unique_payers_adjusted) as payers from demand
      where credited_handle is not null and credited_handle not in (select handle from flags)
      group by credited_handle order by payers desc, handle limit 1 offset ${place - 1}
    ) join trust using (handle)
    where verdict <> 'proceed' or coalesce(per_transaction, 0) <= 0`,
})
