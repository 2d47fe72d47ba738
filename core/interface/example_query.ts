/**
 * Query of the examples of find; the sample has agents for it, live ones included, and so has every index of some size.
 */
export const EXAMPLE_QUERY = 'weather'
