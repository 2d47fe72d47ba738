/** A JSON Schema as far as the arguments of tools need one. */
export interface ArgumentSchema {
  type?: 'object' | 'array' | 'string' | 'integer' | 'boolean'
  description?: string
  default?: unknown
  enum?: readonly string[]
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: ArgumentSchema
  properties?: Record<string, ArgumentSchema>
  required?: readonly string[]
}
