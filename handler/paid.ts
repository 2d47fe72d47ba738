import type { Slice } from './call.ts'

/** Paid endpoint → its body. One that is not here cannot be bought yet. */
export const PAID: Readonly<Record<string, Slice>> = {}
