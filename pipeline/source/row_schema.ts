import { z } from 'zod'

/**
 * The schemas of a source's rows, derived from the one that it declares. Nullable fields and list entries are side
 * fields: an invalid one is dropped by itself. Only other fields make a row invalid.
 */
export interface RowSchemas {
  /** Refuses every invalid field, with the reason. */
  strict: z.ZodObject
  /** Drops invalid fields that are not needed. */
  tolerant: z.ZodObject
}

/** Derives both schemas of a row. */
export const deriveRowSchemas = (declared: z.ZodObject): RowSchemas => ({
  strict: mapSchema(declared, wellFormed) as z.ZodObject,
  tolerant: mapSchema(declared, (schema) => toDroppable(wellFormed(schema))) as z.ZodObject,
})

type Change = (schema: z.core.$ZodType) => z.core.$ZodType

/** Maps a schema bottom-up; checks on an object as a whole are kept. */
function mapSchema(schema: z.core.$ZodType, change: Change): z.core.$ZodType {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([name, field]) => [name, mapSchema(field, change)])
    return schema.clone({ ...schema.def, shape: Object.fromEntries(fields) })
  }
  if (schema instanceof z.ZodArray) return change(withEntries(schema, change))
  if (!(schema instanceof z.ZodNullable)) return change(schema)
  const { innerType } = schema.def
  // A nullable list is dropped to null, as a whole.
  const inner =
    innerType instanceof z.ZodArray ? withEntries(innerType, change) : mapSchema(innerType, change)
  return change(schema.clone({ ...schema.def, innerType: inner }))
}

const withEntries = (list: z.ZodArray, change: Change): z.ZodArray =>
  list.clone({ ...list.def, element: mapSchema(list.element, change) })

/** Half a surrogate pair is valid in JSON and in no other format that a row goes through. */
const wellFormed: Change = (schema) =>
  schema instanceof z.ZodString
    ? schema.refine((text) => text.isWellFormed(), 'it is not well-formed Unicode')
    : schema

const toDroppable: Change = (schema) => {
  if (schema instanceof z.ZodArray)
    return schema.catch(({ value }: z.core.$ZodCatchCtx) => selectValid(schema, value) ?? [])
  if (!(schema instanceof z.ZodNullable)) return schema
  const { innerType: inner } = schema.def
  return schema.catch(({ value }: z.core.$ZodCatchCtx) =>
    inner instanceof z.ZodArray ? selectValid(inner, value) : null,
  )
}

/** Returns the valid entries of a list, up to its maximum length; null for anything but a list. */
function selectValid(list: z.ZodArray, value: unknown): unknown[] | null {
  if (!Array.isArray(value)) return null
  const read = value.map((entry) => z.safeParse(list.element, entry))
  const valid = read.filter(({ success }) => success).map(({ data }) => data)
  return valid.slice(0, maxLength(list))
}

function maxLength({ def: { checks = [] } }: z.ZodArray): number {
  const bounds = checks.map(({ _zod: { def } }) => ('maximum' in def ? Number(def.maximum) : Infinity))
  return Math.min(Infinity, ...bounds)
}
