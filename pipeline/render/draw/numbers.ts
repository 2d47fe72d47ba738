/** A coordinate with at most one decimal: pictures stay small, and the same on every machine. */
export const at = (value: number): string => String(Math.round(value * 10) / 10)
