import { clean } from '../../../core/domain/text.ts'

/** How much of a third-party text is shown: code points; of an address: characters. */
export const NAME_LENGTH = 100
export const TEXT_LENGTH = 300
const ADDRESS_LENGTH = 500

/** A third-party name as every surface shows it; the handle stands in when nothing of it is left. */
export const shownName = (agent: { name: string; handle: string }): string =>
  clean(agent.name, NAME_LENGTH) || agent.handle

/** A third-party text as every surface shows it, or null when nothing of it is left. */
export const shownText = (text: string | null): string | null =>
  text === null ? null : clean(text, TEXT_LENGTH) || null

/** An address is shown only when it is a plain https or http one. */
export function shownAddress(address: string | null): string | null {
  if (address === null || address.length > ADDRESS_LENGTH || !URL.canParse(address)) return null
  const { protocol, username, password, href } = new URL(address)
  return /^https?:$/.test(protocol) && username === '' && password === '' ? href : null
}
