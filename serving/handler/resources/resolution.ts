import { resolvedKey } from '../../../core/interface/parameters.ts'
import type { Resolution } from '../../../core/resources/resolution.schema.ts'
import { agentUrl } from '../../../core/views/parts.ts'
import { adviceLimitations, graveFlagsView } from '../../../core/views/trust_parts.ts'
import type { Variant } from '../call.ts'
import { describeUnknown, echo, howOwned, readPayments } from '../keys/key_words.ts'
import { type FoundKey, type FoundOwner, findKey } from '../keys/resolve_key.ts'
import type { ServedRelease } from '../served_release.ts'

/** `/api/resolve`: all agents that have a key; an empty list for a key that nobody has. */
export const resolutionVariant: Variant<Resolution> = async ({ release, values }) => {
  const found = await findKey(release, values.get(resolvedKey))
  const answer = await toResolution(release, found)
  return { object: async () => answer, content: () => release.build(answer) }
}

async function toResolution(release: ServedRelease, found: FoundKey): Promise<Resolution> {
  const { keys } = found.readings
  const info = await release.info()
  const rows = await Promise.all(found.owners.map((owner) => readRow(release, owner)))
  const agents = rows.filter((row) => row !== null)
  const paid = await readPayments(release, keys)
  return {
    type: 'resolution',
    key: echo(found.text),
    handle: found.owner?.handle ?? null,
    known: agents.length > 0 || paid !== null,
    count: agents.length + found.leftOut,
    agents,
    paid,
    sentence: agents.length > 0 ? describeOwners(found) : await describeUnknown(release, keys, paid),
    untrusted_fields: ['agents.name'],
    limitations: adviceLimitations(info),
    last_updated: info.last_updated,
  }
}

function describeOwners({ owner, owners, leftOut }: FoundKey): string {
  if (owner !== null) return `${owner.handle}: ${howOwned(owner).sentence}`
  return `${owners.length + leftOut} agents have this key, none more surely than all others: none is chosen.`
}

async function readRow(
  release: ServedRelease,
  owner: FoundOwner,
): Promise<Resolution['agents'][number] | null> {
  const agent = await release.agentRecord(owner.handle)
  if (agent === null) return null
  const { handle, name, primary_category, trust } = agent
  return {
    ...{ handle, name, url: agentUrl(release.reader.about.base_url, handle), primary_category },
    ...howOwned(owner),
    ...{ verdict: trust.verdict, risk_flags: graveFlagsView(agent) },
  }
}
