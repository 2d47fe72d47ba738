/** What examples of find ask for: the sample has agents for it, alive ones among them, and so has every index of some size. */
export const EXAMPLE_QUERY = 'weather'
