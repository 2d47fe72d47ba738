import { z } from 'zod'
import { CATEGORIES } from '../domain/category.ts'
import { HANDLE } from '../interface/value_schemas.ts'

const TYPES = [
  'missing_data',
  'wrong_data',
  'methodology_question',
  'integration_friction',
  'feature_request',
  'other',
] as const

/** Text in characters (code points), as JSON Schema counts them; text that a database would alter is refused. */
function text(min: number, max: number) {
  const rule = `must be a text of ${min} to ${max} characters, without NUL or broken surrogates`
  const fits = (value: string): boolean => {
    const length = value.length <= 2 * max ? [...value].length : value.length
    return length >= min && length <= max && value.isWellFormed() && !value.includes('\0')
  }
  return z.string(rule).refine(fits, rule).meta({ minLength: min, maxLength: max })
}

const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`)

const handle = z
  .string('must be a handle')
  .regex(HANDLE, 'must be a handle: 1 to 64 letters, digits, underscores and hyphens')

/** The feedback request of the interface. The messages are what a caller with a wrong field reads after its name. */
export const feedbackRequest = z.object(
  {
    feedback_type: choice(TYPES),
    message: text(1, 2000),
    agent_handle: handle.optional(),
    category: choice(CATEGORIES).optional(),
    query_attempted: text(0, 500).optional(),
    client_identifier: text(0, 100).optional(),
    contact: text(0, 200).optional(),
  },
  'must be a JSON object with feedback_type and message',
)

/** The feedback response of the interface. */
export const feedbackResponse = z.object({
  ok: z.boolean(),
  feedback_id: z.uuid(),
  message: z.string(),
})
