import type { ArgumentsOf } from '../../../core/interface/tools.ts'
import { resourceOf } from '../resource.ts'
import { shortLimitations } from './short_limitations.ts'
import type { ToolRun } from './tool.ts'

/** The categories with what is in them. */
export const listCategories: ToolRun<ArgumentsOf<'list_categories'>> = async (_args, call) => {
  const all = await resourceOf('economy_summary', {}, call)
  return {
    categories: all.categories,
    ...shortLimitations(all.limitations),
    last_updated: all.last_updated,
  }
}
