import type { Content } from '../../../core/interface/content.ts'
import { notFound } from '../../../core/interface/errors.ts'
import type { Call } from '../call.ts'
import { findOwner, ownerText } from '../find_owner.ts'
import { Moved } from '../moved.ts'

/** `/owners/{owner}`: the page of an owner; an owner of one agent leads to the page of that. */
export const answerOwnerPage = (call: Call): Promise<Content> => answerOwnerFile(call, '.html', '#owners')

/** `/owners/{owner}.atom`: the feed of an owner; an owner of one agent leads to the feed of that. */
export const answerOwnerFeed = (call: Call): Promise<Content> => answerOwnerFile(call, '.atom', '.atom')

async function answerOwnerFile(call: Call, suffix: string, agentSuffix: string): Promise<Content> {
  const { owner, sole } = await findOwner(call, ownerText(call))
  if (sole !== null) throw new Moved(`/agents/${sole.agent.handle}${agentSuffix}`)
  const file = await call.release.content('public', `owners/${owner}${suffix}`)
  if (file === null) throw notFound()
  return file
}
