import { HttpError } from '../../core/interface/errors.ts'
import { HANDLE } from '../../core/interface/value_schemas.ts'
import type { AgentKey } from '../../core/keys/key.ts'
import type { AgentName } from './agent_index.ts'
import { describeUnknown, echo, howOwned, readPayments } from './keys/key_words.ts'
import { type FoundKey, type FoundOwner, findKey } from './keys/resolve_key.ts'
import type { ServedRelease } from './served_release.ts'

const HINT =
  'Use /api/agents/find to find agents, or /api/rankings/{category}/llm-summary to list ranked ones. Queries and bodies also take a wallet, a URL, an ERC-8004 id, a registry name, a repository or a package.'
const NOT_LOOKED_FOR =
  'Similar handles were not looked for: that takes at most 200 characters, a letter or digit among them.'

/**
 * Returns the interface's not-found error for a text that is no handle. `path` is the address that took it, with
 * `{handle}`: if the text is another key of an agent, the error names that agent's address.
 */
export async function agentNotFound(release: ServedRelease, text: string, path = ''): Promise<HttpError> {
  const found = await findKey(release, text)
  return found.owner === null ? keyNotFound(release, found) : misplacedKey(release, found.owner, text, path)
}

/** Returns the not-found error for a key that no agent has, or several as surely: they are listed. */
export function keyNotFound(release: ServedRelease, found: FoundKey): Promise<HttpError> {
  return found.owners.length > 0 ? severalOwners(release, found) : unknownKey(release, found)
}

async function misplacedKey(
  release: ServedRelease,
  owner: FoundOwner,
  text: string,
  path: string,
): Promise<HttpError> {
  const { handle } = owner
  const address = path.replace(/\{\w+\}/, handle)
  return new HttpError(
    404,
    'agent_not_found',
    `A path takes a handle alone. "${echo(text)}" is a key of the agent ${handle}: ${address}`,
    {
      body: {
        suggestions: await namedOwners(release, [owner]),
        hint: `${howOwned(owner).sentence} Queries such as /api/trust/evaluate?handle= take this key as it is.`,
        known: true,
      },
    },
  )
}

async function severalOwners(
  release: ServedRelease,
  { text, owners, leftOut }: FoundKey,
): Promise<HttpError> {
  const more = leftOut > 0 ? ` and ${leftOut} more` : ''
  return new HttpError(
    404,
    'several_agents',
    `"${echo(text)}" is a key of ${owners.length}${more} agents, and none has it more surely than all others: none is chosen.`,
    {
      body: {
        suggestions: await namedOwners(release, owners),
        hint: 'suggestions lists the agents that have this key, the surest first: ask again with a handle. /api/resolve?key= says how each has it.',
        known: true,
      },
    },
  )
}

async function unknownKey(
  release: ServedRelease,
  { text, readings: { keys, isClear } }: FoundKey,
): Promise<HttpError> {
  const index = await release.agents()
  const isName = !isClear || HANDLE.test(text)
  const suggestions = await (isName ? index.suggest(text) : index.suggest(nameInKey(keys), true))
  const paid = await readPayments(release, keys)
  const message =
    keys.length === 0
      ? `No agent with the handle "${echo(text)}" is indexed.`
      : `No agent with the key "${echo(text)}" is indexed. ${await describeUnknown(release, keys, paid)}`
  return new HttpError(404, 'agent_not_found', message, {
    body: {
      suggestions: suggestions ?? [],
      hint: suggestions === null && keys.length === 0 ? `${NOT_LOOKED_FOR} ${HINT}` : HINT,
      known: paid !== null,
      ...(paid === null ? {} : { paid }),
    },
  })
}

/** The part of a key that is a name: what all keys of a kind share, such as `https` and `com`, is near to any. */
function nameInKey([key]: AgentKey[]): string {
  if (key === undefined) return ''
  const { kind, value } = key
  if (kind === 'address' || kind === 'host')
    return /([^.]+)\.[^.]+(?:[:/].*)?$/.exec(value.split('/')[0] ?? '')?.[1] ?? ''
  return kind === 'wallet' || kind === 'erc8004' ? '' : (/[^/:]+$/.exec(value)?.[0] ?? '')
}

const namedOwners = async (release: ServedRelease, owners: FoundOwner[]): Promise<AgentName[]> => {
  const records = await Promise.all(owners.map(({ handle }) => release.agentRecord(handle)))
  return records.flatMap((agent) => (agent === null ? [] : [{ handle: agent.handle, name: agent.name }]))
}
