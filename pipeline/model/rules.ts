import { ROUTE_TEMPLATES } from '../../core/domain/route_template.ts'
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
