/** Weights are whole numbers, so that their sums are the same everywhere. */
const SCALE = 1024

/** Share of a word that no agent has: the query is probably about something else, but it may be worded otherwise. */
const UNKNOWN = 1 / 2

/** Returns the weight of a term as in BM25: the fewer agents have it, the higher. */
export const termWeight = (count: number, documents: number): number =>
  Math.max(1, Math.round(SCALE * Math.log(1 + (documents - count + 0.5) / (count + 0.5))))

/** Returns the weight of a term that no agent has. */
export const unknownWeight = (documents: number): number => Math.round(UNKNOWN * termWeight(0, documents))
