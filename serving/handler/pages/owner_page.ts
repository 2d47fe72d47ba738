import type { Content } from '../../../core/interface/content.ts'
import { notFound } from '../../../core/interface/errors.ts'
import type { Call } from '../call.ts'
import { findOwner, ownerText } from '../find_owner.ts'
import { Moved } from '../moved.ts'

/** `/owners/{owner}`: the page of an owner; an owner of one agent leads to the page of that. */
export async function answerOwnerPage(call: Call): Promise<Content> {
  const { owner, sole } = await findOwner(call, ownerText(call))
  if (sole !== null) throw new Moved(`/agents/${sole.agent.handle}#owners`)
  const page = await call.release.content('public', `owners/${owner}.html`)
  if (page === null) throw notFound()
  return page
}
