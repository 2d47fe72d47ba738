import { z } from 'zod'

/**
 * The schemas of a source's rows, made from the one that it declares. What may be null, and the entries of lists, are
 * side fields: where one of them cannot be used it alone is dropped. A row is refused for any other field alone.
 */
export interface RowSchemas {
  /** Refuses every odd field, and says why. */
  strict: z.ZodObject
  /** Drops what is odd and not needed. */
  tolerant: z.ZodObject
}

/** Makes both schemas of a row. */
export const rowSchemas = (declared: z.ZodObject): RowSchemas => ({
  strict: changed(declared, wellFormed) as z.ZodObject,
  tolerant: changed(declared, (schema) => droppable(wellFormed(schema))) as z.ZodObject,
})

type Change = (schema: z.core.$ZodType) => z.core.$ZodType

/** The schema with each part of it changed, the innermost first; what is said of the whole of an object still holds. */
function changed(schema: z.core.$ZodType, change: Change): z.core.$ZodType {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([name, field]) => [name, changed(field, change)])
    return schema.clone({ ...schema.def, shape: Object.fromEntries(fields) })
  }
  if (schema instanceof z.ZodArray) return change(withEntries(schema, change))
  if (!(schema instanceof z.ZodNullable)) return change(schema)
  const { innerType } = schema.def
  // A list that may be null is dropped to null, and so as a whole.
  const inner = innerType instanceof z.ZodArray ? withEntries(innerType, change) : changed(innerType, change)
  return change(schema.clone({ ...schema.def, innerType: inner }))
}

const withEntries = (list: z.ZodArray, change: Change): z.ZodArray =>
  list.clone({ ...list.def, element: changed(list.element, change) })

/** Half a surrogate pair is valid in JSON and in no other format that a row goes through. */
const wellFormed: Change = (schema) =>
  schema instanceof z.ZodString
    ? schema.refine((text) => text.isWellFormed(), 'it is not well-formed Unicode')
    : schema

const droppable: Change = (schema) => {
  if (schema instanceof z.ZodArray)
    return schema.catch(({ value }: z.core.$ZodCatchCtx) => usable(schema, value) ?? [])
  if (!(schema instanceof z.ZodNullable)) return schema
  const { innerType: inner } = schema.def
  return schema.catch(({ value }: z.core.$ZodCatchCtx) =>
    inner instanceof z.ZodArray ? usable(inner, value) : null,
  )
}

/** The entries of a list that can be used, no more of them than it may have; null for what is no list. */
function usable(list: z.ZodArray, value: unknown): unknown[] | null {
  if (!Array.isArray(value)) return null
  const read = value.map((entry) => z.safeParse(list.element, entry))
  const kept = read.filter(({ success }) => success).map(({ data }) => data)
  return kept.slice(0, maxLength(list))
}

function maxLength({ def: { checks = [] } }: z.ZodArray): number {
  const bounds = checks.map(({ _zod: { def } }) => ('maximum' in def ? Number(def.maximum) : Infinity))
  return Math.min(Infinity, ...bounds)
}
