import { clean } from '../../../core/domain/text.ts'

/** Maximum displayed length of third-party text in code points; of an address in characters. */
export const NAME_LENGTH = 100
export const TEXT_LENGTH = 300
const ADDRESS_LENGTH = 500

/** Returns a third-party name as displayed; the handle if nothing of it is left. */
export const shownName = (agent: { name: string; handle: string }): string =>
  clean(agent.name, NAME_LENGTH) || agent.handle

/** Returns a third-party text as displayed, or null if nothing of it is left. */
export const shownText = (text: string | null): string | null =>
  text === null ? null : clean(text, TEXT_LENGTH) || null

/** Returns a displayable address, which must be plain https or http, or null. */
export function shownAddress(address: string | null): string | null {
  if (address === null || address.length > ADDRESS_LENGTH || !URL.canParse(address)) return null
  const { protocol, username, password, href } = new URL(address)
  return /^https?:$/.test(protocol) && username === '' && password === '' ? href : null
}
