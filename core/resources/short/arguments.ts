import * as z from 'zod/mini'
import { CATEGORIES } from '../../domain/category.ts'
import { KEY_OF_AGENT } from '../../interface/parameters.ts'
import { describe, text } from '../../interface/value_schemas.ts'
import { MAX_KEY } from '../../keys/key.ts'

// Functions, so that the bundle of a host without tools leaves them out.

/** A malformed handle is handled as an agent that is not indexed: similar ones are suggested. */
export const handleArgument = () => text({ max: MAX_KEY }, KEY_OF_AGENT)

export const categoryArgument = () => z.enum(CATEGORIES)

export const detailArgument = () =>
  describe(
    z._default(z.enum(['concise', 'full']), 'concise'),
    'concise: the essentials, a few KB; full: everything the REST API returns',
  )
