import type { IndexedAgent } from '../../../pipeline/artifacts/search/find_index_builder.ts'

/** What an agent has that says nothing of what it does, or of its worth. */
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
