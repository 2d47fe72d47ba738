import { toText } from '../../agents/text.ts'
import { pick } from '../../source/pick.ts'
import { isCard, listInterfaces, readCard, readCardVersion, selectInterface } from '../a2a/card.ts'
import { askForTask, type InterfaceAnswer } from '../a2a/interface.ts'
import { listCardUrls } from '../a2a/locations.ts'
import { checkSignatures } from '../a2a/signatures.ts'
import {
  classifyOther,
  getDocument,
  hasDataType,
  isFromHost,
  isOfProber,
  type ReadAnswer,
  toResult,
} from '../document.ts'
import type { ProbeOutcome } from '../outcome.ts'
import {
  ProbeFailure,
  type ProbeFetch,
  type ProbeResult,
  type ProbeTarget,
  type Protocol,
} from '../protocol.ts'

/** After these the card may still be at a usual path. */
const MISSING: ProbeOutcome[] = ['not_found', 'wrong_protocol']

/**
 * A2A: the card at the declared address, else at the usual paths; then the JSON-RPC interface that it names is asked
 * for a task that cannot exist. A card alone is no agent. No message is ever sent.
 */
export default {
  kinds: ['a2a'],
  async probe(target, fetch) {
    const first = await requestCard(target.url, fetch)
    if (first.isCard) return probeCard(target, first.answer, fetch)
    const outcome = classifyOther(target, first.answer)
    if (!MISSING.includes(outcome)) return toResult(outcome, first.answer)
    return (await probeUsualPaths(target, fetch)) ?? toResult(outcome, first.answer)
  },
} satisfies Protocol

interface RequestedCard {
  answer: ReadAnswer
  isCard: boolean
}

async function requestCard(url: string, fetch: ProbeFetch): Promise<RequestedCard> {
  const answer = await getDocument(fetch, url, 'application/json, */*;q=0.5')
  return {
    answer,
    isCard: isFromHost({ url }, answer) && hasDataType(answer) && isCard(answer.json),
  }
}

/** Returns null where no usual path has a card of this agent. */
async function probeUsualPaths(target: ProbeTarget, fetch: ProbeFetch): Promise<ProbeResult | null> {
  for (const { url, isShared } of listCardUrls(target.url)) {
    const found = await requestCard(url, fetch).catch(nullIfFailed)
    if (found === null) return null
    if (found.isCard && (!isShared || namesInterface(found.answer, target.url)))
      return probeCard(target, found.answer, fetch)
    const outcome = classifyOther({ url }, found.answer)
    // Not let in there, the prober does not know that there is no card.
    if (isOfProber(outcome)) return toResult(outcome, found.answer)
  }
  return null
}

/** The card of a host with several agents is this agent's if it names the declared address. */
const namesInterface = ({ response, json }: ReadAnswer, declared: string): boolean =>
  listInterfaces(json, response.url || declared).some(({ url }) => url.href === declared)

async function probeCard(target: ProbeTarget, answer: ReadAnswer, fetch: ProbeFetch): Promise<ProbeResult> {
  const { json, response } = answer
  const cardUrl = response.url || target.url
  const chosen = selectInterface(json, cardUrl)
  const asked: InterfaceAnswer | null = chosen === null ? null : await askForTask(chosen, fetch)
  const signatures = await checkSignatures(json, cardUrl, fetch)
  return toResult(asked?.outcome ?? 'card_only', answer, {
    status: asked === null ? response.status : asked.status,
    protocolVersion: toText(chosen?.version ?? readCardVersion(json), 50),
    serverName: toText(pick(json, 'name'), 300),
    serverVersion: toText(pick(json, 'version'), 100),
    details: {
      card: readCard(json),
      cardUrl,
      cardVersion: readCardVersion(json),
      interface: asked === null || chosen === null ? null : { url: chosen.url.href, ...asked },
      interfaces: listInterfaces(json, cardUrl).map(({ url }) => url.href),
      signatures,
    },
  })
}

function nullIfFailed(error: unknown): null {
  if (error instanceof ProbeFailure) return null
  throw error
}
