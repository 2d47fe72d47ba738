/** The categories an agent is ranked in, in the order in which a primary category is chosen. */
export const CATEGORIES = ['model_family', 'tokenized', 'service', 'developer', 'mcp_server'] as const

export type Category = (typeof CATEGORIES)[number]

/** The categories that the REST ranking and methodology paths accept (interface: four; mcp_server is not one). */
export const REST_CATEGORIES = ['model_family', 'tokenized', 'service', 'developer'] as const

/** True if the REST paths of the interface serve a category; the others are for tools and pages only. */
export const isRestCategory = (category: string): boolean =>
  (REST_CATEGORIES as readonly string[]).includes(category)
