import type { Database } from '../../../pipeline/model/database.ts'

/**
 * Makes a mart `snapshots` of so many invented rows. As in the index of today, nearly all handles are those of registrations,
 * which registries number, and the others words; `rankedPercent` of the rows have enough evidence for a rank and a score of their own, the rest have
 * the score of their age.
 */
export async function createSnapshots(db: Database, rows: number, rankedPercent: number): Promise<void> {
  await db.run(`create or replace table snapshots as
    with numbers as (
      select i, (hash(i) >> 1)::bigint as h, (hash(i + 7777777) >> 1)::bigint as k, (hash(i + 99999999) >> 1)::bigint as m from range(${rows}) as numbers (i)
    ),
    named as (
      select *,
        h % 100 < ${rankedPercent} as is_ranked,
        case when k % 100 < 94 then 'service' when k % 100 < 99 then 'mcp_server' else ['tokenized', 'developer', 'model_family'][k % 3 + 1] end as category
      from numbers
    ),
    scored as (
      select *,
        case
          when category = 'service' then 'erc8004-' || [8453, 56, 1, 137][i % 4 + 1] || '-' || i // 4
          else left(md5(m::varchar), (4 + m % 6)::integer) || '-' || ['mcp', 'server', 'tools', 'agent', 'search', 'data', 'api'][m % 7 + 1] || '-' || i % 1000 || left(md5(i::varchar), 3)
        end as handle,
        if(is_ranked, (h % 1000000) / 10000, 0.58 + i / 10000000)::decimal(9, 4) as exact_score
      from named
    ),
    placed as (
      select *,
        case when is_ranked then row_number() over (partition by category, is_ranked order by exact_score desc, handle) end as rank
      from scored
    )
    select
      date '2026-01-30' as day, handle, category,
      rank, greatest(1, rank - k % 50) as rank_low, rank + m % 50 as rank_high,
      exact_score::decimal(6, 2) as score, exact_score,
      if(is_ranked, greatest(0, exact_score - k % 1000 / 100), null)::decimal(6, 2) as score_low,
      if(is_ranked, least(100, exact_score + m % 1000 / 100), null)::decimal(6, 2) as score_high,
      if(is_ranked, 'evidence_ranked', 'indexed') as tier, 'v1.1-bench' as methodology_version,
      case when m % 100 < 10 then true when m % 100 < 30 then false end as is_alive,
      2 as liveness_rule, [20, 25, 30, 35, 40, 65][m % 6 + 1]::bigint as trust_score,
      if(is_ranked, (m % 10000) / 100, null)::decimal(5, 2) as visibility,
      if(category = 'service' and is_ranked, 1 + k % 30, null) as payment_days
    from placed`)
}
