import type { IndexedAgent } from '../../../pipeline/artifacts/search/find_index_builder.ts'

/** Fields of an agent that say nothing of its abilities or its worth. */
export const neutral = {
  ...{ phrases: [], sentences: [], brands: [], filters: [], copies: [] },
  ...{ group: 0, worth: 1 },
} satisfies Partial<IndexedAgent>

/** An agent with a description. */
export const createAgent = (
  handle: string,
  description: string,
  more: Partial<IndexedAgent> = {},
): IndexedAgent => ({ ...neutral, handle, texts: [{ field: 'description', text: description }], ...more })
