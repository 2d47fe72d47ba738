import type { Parameter } from '../../../core/interface/endpoint.ts'
import { parameterSchema } from '../../../core/interface/parameter_schema.ts'
import { isList, ruleText } from '../../../core/interface/rules.ts'

/** Returns one parameter for OpenAPI; omits an undefined `example`. */
export function openapiParameter(parameter: Parameter, example: unknown): Record<string, unknown> {
  const { name, schema, rule, isRequired, description } = parameter
  return {
    name,
    in: parameter.in,
    required: isRequired,
    description: `${description} It must be ${ruleText(rule)}.`,
    ...(isList(rule) ? { style: 'form', explode: false } : {}),
    schema: parameterSchema(schema),
    ...(example === undefined ? {} : { example }),
  }
}
