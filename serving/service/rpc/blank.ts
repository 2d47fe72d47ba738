/** True if a value is blank: models write null or a blank text for what they omit. */
export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
