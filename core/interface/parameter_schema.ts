import type { z } from 'zod'
import type { ParameterRule } from './endpoint.ts'
import { CHAIN, HANDLE, PAGE } from './parameters.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

const HANDLE_SCHEMA: JsonSchema = { type: 'string', pattern: HANDLE.source }

/** What a rule takes, as JSON Schema. */
export function parameterSchema(rule: ParameterRule): JsonSchema {
  switch (rule.kind) {
    case 'integer':
      return { type: 'integer', minimum: rule.min, maximum: rule.max, default: rule.fallback }
    case 'boolean':
      return { type: 'boolean', default: rule.fallback }
    case 'choice':
      return { type: 'string', enum: [...rule.values] }
    case 'choices':
      return { type: 'array', minItems: 1, items: { type: 'string', enum: [...rule.values] } }
    case 'page':
      return { type: 'string', pattern: PAGE.source }
    case 'handle':
      return HANDLE_SCHEMA
    case 'handles':
      return { type: 'array', minItems: rule.min, maxItems: rule.max, items: HANDLE_SCHEMA }
    case 'text':
      return { type: 'string', minLength: 1, maxLength: rule.max }
    case 'chain':
      return { type: 'string', pattern: CHAIN.source }
    case 'date':
      return { type: 'string', format: 'date' }
  }
}
