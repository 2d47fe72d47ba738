import type { Parameter, ParameterRule } from '../../../core/interface/endpoint.ts'
import { CHAIN, HANDLE, PAGE } from '../../../core/interface/parameters.ts'
import { ruleText } from '../../../core/interface/rules.ts'
import type { JsonSchema } from './components.ts'

/** One parameter as OpenAPI describes it; `example` is left out where it is undefined. */
export function openapiParameter(parameter: Parameter, example: unknown): Record<string, unknown> {
  const { name, rule, isRequired, description } = parameter
  const isList = rule.kind === 'handles' || rule.kind === 'choices'
  return {
    name,
    in: parameter.in,
    required: isRequired,
    description: `${description} It must be ${ruleText(rule)}.`,
    ...(isList ? { style: 'form', explode: false } : {}),
    schema: parameterSchema(rule),
    ...(example === undefined ? {} : { example }),
  }
}

const HANDLE_SCHEMA: JsonSchema = { type: 'string', pattern: HANDLE.source }

function parameterSchema(rule: ParameterRule): JsonSchema {
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
