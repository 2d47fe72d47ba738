import { ROUTE_TEMPLATES } from '../../core/domain/route_template.ts'
import { LINE_DOUBTS, SIGNS_OF_LIFE } from '../probes/outcome.ts'
import { type Database, identifier, literal } from './database.ts'
import { createNumbers } from './numbers.ts'

/**
 * Rules about single values that SQL shares with code, or models with each other: parameters and expression by name.
 */
const RULES: Record<string, { of: string; as: string }> = {
  is_route_template: {
    of: 'address',
    as: `coalesce(regexp_matches(address, ${literal(`(?i)(?:${ROUTE_TEMPLATES.join('|')})`)}), false)`,
  },
  is_sign_of_life: { of: 'outcome', as: `outcome in (${SIGNS_OF_LIFE.map(literal).join(', ')})` },
  is_line_doubted: { of: 'outcome', as: `outcome in (${LINE_DOUBTS.map(literal).join(', ')})` },
  // The form in which a declared address and one that is probed are the same.
  probe_address: {
    of: 'url',
    as: `regexp_replace(regexp_replace(lower(trim(url)), '#.*$|^(https://[^/?#]+):443([/?]|$)', '\\1\\2'), '/+$', '')`,
  },
  // Wilson's bound of a share in a sample of n: the lower one for side -1, the upper one for 1.
  wilson_bound: {
    of: 'share, n, side',
    as: `(share + pow(wilson_z(), 2) / (2 * n)
      + side * wilson_z() * sqrt(share * (1 - share) / n + pow(wilson_z() / (2 * n), 2))) / (1 + pow(wilson_z(), 2) / n)`,
  },
  // The same for a sample of `asked` without replacement from `total`, as estimateShare of pipeline/probes/sampling.ts.
  sample_bound: {
    of: 'counted, asked, total, side',
    as: `case
      when asked >= total then counted / asked
      else least(1.0, greatest(0.0,
        wilson_bound(counted / asked, asked * (total::double - 1) / (total::double - asked), side)))
    end`,
  },
  // Aggregate of a score's parts; a core part without a share leaves its weight to the others.
  score_from_parts: {
    of: 'core, is_core, weight, share',
    as: `(case any_value(core)
        when 'least' then min(share) filter (is_core)
        else sum(weight * share) filter (is_core) / sum(weight) filter (is_core and share is not null)
      end * (sum(weight) filter (is_core) + coalesce(sum(weight * share) filter (not is_core), 0)))::decimal(9, 4)`,
  },
  // The days since a sign of life, as comparable agents share them; null: none was ever seen.
  silence_class: {
    of: 'days',
    as: `case
      when days is null then 'never' when days <= 0 then '0' when days = 1 then '1' when days = 2 then '2' when days <= 6 then '3 to 6'
      when days <= 13 then '7 to 13' when days <= 29 then '14 to 29' else '30 or more'
    end`,
  },
  // A limit of a payment in US dollars: a share in percent of the cost to fake, rounded down to cents, up to a maximum.
  limit_usd: {
    of: 'cost, share, most',
    as: `case when cost is not null and most is not null
      then least(most, ((cost * 100)::bigint * share // 100) / 100)::decimal(8, 2) end`,
  },
  // OpenRouter writes `maker/model:variant`; no model id has a colon.
  openrouter_model: { of: 'id', as: `lower(split_part(id, ':', 1))` },
}

/** Defines the published numbers and these rules as SQL macros: `is_route_template(url)`. */
export async function createMacros(db: Database): Promise<void> {
  await createNumbers(db)
  const macros = Object.entries(RULES).map(
    ([name, rule]) => `create or replace macro ${identifier(name)}(${rule.of}) as ${rule.as}`,
  )
  await db.run(macros.join(';\n'))
}
