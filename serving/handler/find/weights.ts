/** Weights are whole numbers, so that their sums are the same everywhere. */
const SCALE = 1024

/** A word that nobody has says that the query is about something else, but not for certain: it may be put otherwise. */
const UNKNOWN = 1 / 2

/** What a term tells, as BM25 has it: the more, the fewer of all agents have it. */
export const weightOf = (count: number, documents: number): number =>
  Math.max(1, Math.round(SCALE * Math.log(1 + (documents - count + 0.5) / (count + 0.5))))

/** What a term tells that no agent has. */
export const unknownWeight = (documents: number): number => Math.round(UNKNOWN * weightOf(0, documents))
