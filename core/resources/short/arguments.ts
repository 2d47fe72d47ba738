import * as z from 'zod/mini'
import { CATEGORIES } from '../../domain/category.ts'
import { describe, text } from '../../interface/value_schemas.ts'
import { MAX_KEY } from '../../keys/key.ts'

// Functions, so that the bundle of a host without tools leaves them out.

/** Whatever names an agent; what no agent has is answered with similar handles. */
export const handleArgument = () =>
  text({ max: MAX_KEY }, 'Handle, wallet, URL, ERC-8004 id, repository or package')

export const categoryArgument = () => z.enum(CATEGORIES)

export const detailArgument = () =>
  describe(z._default(z.enum(['concise', 'full']), 'concise'), 'full: all that REST returns')
