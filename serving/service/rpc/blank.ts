/** Whether a value says nothing: models write null or a blank text for what they leave out. */
export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
