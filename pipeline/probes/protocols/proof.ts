import { readClaims } from '../../agents/registration_file.ts'
import { pick } from '../../source/pick.ts'
import { classifyOther, getDocument, isFromHost, toResult } from '../document.ts'
import type { Protocol } from '../protocol.ts'

/**
 * The file by which a host confirms registrations as its own (ERC-8004). A list of other agents' registrations answers
 * too: the file is right, and what it proves is decided elsewhere. The type is not looked at, since static hosts send
 * any.
 */
export default {
  kinds: ['proof'],
  async probe(target, fetch) {
    const answer = await getDocument(fetch, target.url, 'application/json')
    const isProof = isFromHost(target, answer) && Array.isArray(pick(answer.json, 'registrations'))
    return isProof
      ? toResult('answers', answer, { details: { registrations: readClaims(answer.json) } })
      : toResult(classifyOther(target, answer), answer)
  },
} satisfies Protocol
