import { HttpError } from '../../core/interface/errors.ts'
import { pathOwner } from '../../core/interface/parameters.ts'
import { readOwnerKeys } from '../../core/keys/owner_key.ts'
import type { Owner } from '../../core/resources/owner.schema.ts'
import { ownerView, soleOwnerRecord } from '../../core/resources/owner.ts'
import type { AgentRecord } from '../../core/views/agent_record.ts'
import type { OwnerRecord } from '../../core/views/owner_row.ts'
import type { Call, Variant } from './call.ts'
import { type JsonAnswer, readPublished, renderCached } from './json_answer.ts'
import { describeUnknown, echo, readPayments } from './keys/key_words.ts'
import { findKey } from './keys/resolve_key.ts'
import { Moved } from './moved.ts'
import type { ServedRelease } from './served_release.ts'

/** An owner: with `sole` the agent that is its only one, and whose page is its own. */
interface NamedOwner {
  owner: string
  sole: { agent: AgentRecord; record: OwnerRecord } | null
}

/**
 * Returns the owner that a text names in its one spelling. Throws Moved for another spelling, HttpError 404 where proof ties
 * no agent to it: a wallet that only pays is one of these.
 */
export async function findOwner({ release, endpoint }: Call, text: string): Promise<NamedOwner> {
  for (const owner of readOwnerKeys(text)) {
    const isKept = (await release.content('public', ownerFile(owner))) !== null
    const sole = isKept ? null : await findSole(release, owner)
    if (!isKept && sole === null) continue
    if (owner !== text) throw new Moved(endpoint.path.replace('{owner}', owner))
    return { owner, sole }
  }
  throw await ownerNotFound(release, text)
}

const ownerFile = (owner: string): string => `api/owners/${owner}`

/** Returns the only agent of an owner; null if there is none. */
async function findSole(release: ServedRelease, owner: string): Promise<NamedOwner['sole']> {
  const { owners } = await findKey(release, owner.replace(/^github:/, 'account:github.com/'))
  for (const { handle } of owners) {
    const agent = await release.agentRecord(handle)
    const record = agent && soleOwnerRecord(agent, owner)
    if (agent && record) return { agent, record }
  }
  return null
}

async function ownerNotFound(release: ServedRelease, text: string): Promise<HttpError> {
  const { owners, readings } = await findKey(release, text)
  const paid = await readPayments(release, readings.keys)
  const known =
    owners.length > 0
      ? 'Agents name it by their own word or in a listing alone.'
      : await describeUnknown(release, readings.keys, paid)
  const key = encodeURIComponent(echo(text))
  return new HttpError(404, 'owner_not_found', `No agent is tied to "${echo(text)}" by proof. ${known}`, {
    body: {
      suggestions: [],
      hint: `GET /api/resolve?key=${key} says what is known of it. An owner is written github:acme, domain:acme.example or wallet:0x… with 40 digits.`,
      known: owners.length > 0 || paid !== null,
    },
  })
}

/** `/api/owners/{owner}`: the file of an owner, or the same made from the record of its only agent. */
export const ownerVariant: Variant<Owner> = async (call): Promise<JsonAnswer<Owner>> => {
  const { release } = call
  const { owner, sole } = await findOwner(call, ownerText(call))
  return sole === null
    ? readPublished(release, 'public', ownerFile(owner))
    : renderCached(release, `owner ${owner}`, async () => ownerView(sole.record, await release.info()))
}

/** The text in the path of a call about an owner. */
export const ownerText = ({ values }: Pick<Call, 'values'>): string => values.get(pathOwner)
