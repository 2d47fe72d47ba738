import { type HostHandler, type HostRequest, jsonResponse } from '../answers.ts'
import { IDENTITY } from '../chain/logs.ts'
import { createQuote } from '../market/quotes.ts'
import { hash32 } from '../prng.ts'
import { buildCard } from './agent_card.ts'
import { PRIVATE_TARGET } from './hostile_agents.ts'
import { registrations } from './registrations.ts'
import { getCardState, type SampleSite, SITES } from './sites.ts'

const CARD = '/.well-known/agent-card.json'
const OLD_CARD = '/.well-known/agent.json'
const PROOF = '/.well-known/agent-registration.json'
const INTERFACE = '/a2a'
const PAGE = { 'content-type': 'text/html; charset=utf-8' }
const sites = new Map(SITES.map((site) => [site.host, site]))

/** The hosts of agents: their cards, their proofs, their paid resources, and pages. */
export const siteHost: HostHandler = (question) => {
  const { url, day, request } = question
  const site = sites.get(url.host)
  if (!site) return new Response('not in the sample\n', { status: 404 })
  const state = getCardState(site, day)
  // The sample has no waits: a hanging request ends at once, with the error of a time-out.
  if (state === 'hangs') throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
  if (state === 'bad certificate') {
    throw Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' })
  }
  if (url.pathname === CARD || url.pathname === OLD_CARD) return cardAnswer(site, question)
  if (url.pathname === PROOF && site.proves !== null) return proof(question, site.proves)
  if (url.pathname === '/') return page(site, 200)
  if (url.pathname === INTERFACE && request.method === 'POST') return answerInterface(site, request)
  if (url.pathname === '/mcp') return jsonResponse({ error: 'Sample: ask with POST' }, 405, { allow: 'POST' })
  return createQuote(question, site) ?? page(site, 404)
}

function cardAnswer(site: SampleSite, { day, url: { pathname } }: HostRequest): Response {
  const card = buildCard(site, day)
  const isOld = pathname === OLD_CARD
  switch (getCardState(site, day)) {
    case 'ok':
      return isOld ? page(site, 404) : jsonResponse(card)
    case 'legacy':
      return isOld ? jsonResponse(card) : page(site, 404)
    case 'wants credentials':
      return jsonResponse({ error: 'unauthorized' }, 401, { 'www-authenticate': 'Bearer' })
    case 'a page':
      return page(site, 200)
    case 'broken':
      return new Response(JSON.stringify(card).slice(0, -9), {
        headers: { 'content-type': 'application/json' },
      })
    case 'elsewhere':
      return redirect(`https://${(SITES[0] as SampleSite).host}${CARD}`)
    case 'private':
      return redirect(PRIVATE_TARGET)
    default:
      return page(site, 404)
  }
}

/** The interface of an agent knows no task; that of a site in three is gone. */
async function answerInterface(site: SampleSite, request: Request): Promise<Response> {
  if (hash32(site.slug) % 3 === 0) return page(site, 404)
  const { id } = (await request.json()) as { id?: unknown }
  return jsonResponse({ jsonrpc: '2.0', id, error: { code: -32001, message: 'Sample: Task not found' } })
}

/** Returns the proof of a host's registration; one host claims another's. */
function proof({ seed, day }: HostRequest, slug: string): Response {
  const agent = registrations(seed).find(
    (registration) => registration.slug === slug && registration.at < day + 1,
  )
  const claims = agent ? [{ agentId: agent.id, agentRegistry: `eip155:8453:${IDENTITY}` }] : []
  return jsonResponse({ registrations: claims })
}

const redirect = (location: string): Response => new Response(null, { status: 302, headers: { location } })

const page = ({ name }: SampleSite, status: number): Response =>
  new Response(`<!doctype html><title>${name}</title><div id="root"></div>\n`, { status, headers: PAGE })
