import { REST_CATEGORIES } from '../pipeline/category.ts'
import { badRequest, notFound, type Problem } from './problems.ts'

/** The category of a path, or a 400 that names those there are. */
export function restCategory(text: string): string {
  const found = REST_CATEGORIES.find((category) => category === text)
  if (found !== undefined) return found
  throw badRequest('invalid_category', `The category must be one of ${REST_CATEGORIES.join(', ')}.`)
}

/** The category is one of the interface's, and this release does not rank it. */
export const notRankedYet = (category: string): Problem =>
  notFound('category_not_ranked', `This release does not rank ${category} yet: no source for it is read.`)
