import { wallet } from '../chain/hex.ts'
import { IDENTITY } from '../chain/logs.ts'
import { findAddress } from '../chain/operators.ts'
import { hash32 } from '../prng.ts'
import type { AgentPlan } from './agent_plans.ts'
import { HOSTILE_NAMES } from './hostile_agents.ts'
import { type SampleSite, SITES } from './sites.ts'

interface Service {
  name: string
  endpoint: string
  version?: string
  skills?: string[]
  domains?: string[]
}

const TYPE = 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1'
const CHAIN = 'eip155:8453'
/** The host of most agents' files. */
export const AGENT_FILES_HOST = 'https://agents.sample.example'
/** The site whose agent declares another wallet than the one its customers pay. */
const MISMATCHED = 'letter-desk'

/** The registration file of an agent. */
export function buildFile(plan: AgentPlan, id: number): object {
  const { slug, name, description, drift } = plan
  const site = SITES.find((site) => site.slug === plan.site)
  return {
    type: TYPE,
    name,
    description,
    image: slug in HOSTILE_NAMES ? 'javascript:alert("sample")' : `${AGENT_FILES_HOST}/${slug}.png`,
    [drift.services]: listServices(plan, site),
    [drift.x402]: site !== undefined && site.offers > 0,
    active: hash32(slug) % 12 !== 0,
    registrations: [{ agentId: id, agentRegistry: `${CHAIN}:${IDENTITY}` }],
    supportedTrust: hash32(slug) % 3 === 0 ? ['reputation', 'crypto-economic'] : ['reputation'],
  }
}

function listServices({ slug }: AgentPlan, site: SampleSite | undefined): Service[] {
  if (site) return listSiteServices(site)
  if (slug in HOSTILE_NAMES) {
    return [
      { name: 'web', endpoint: 'javascript:alert("sample")' },
      { name: 'A2A', endpoint: 'https://169.254.169.254/.well-known/agent-card.json', version: '0.3.0' },
      { name: 'MCP', endpoint: 'http://localhost:6379/sample' },
    ]
  }
  const web: Service = { name: 'web', endpoint: `${AGENT_FILES_HOST}/${slug}` }
  const skills: Service = {
    ...{ name: 'OASF', endpoint: `${AGENT_FILES_HOST}/${slug}/oasf.json`, version: '0.8.0' },
    ...{ skills: ['sample/answering', `sample/${slug}`], domains: ['sample/everyday'] },
  }
  const mail: Service = { name: 'email', endpoint: `${slug}@agents.sample.example` }
  const dead: Service = { name: 'web', endpoint: `https://${slug}.sample.invalid/` }
  return [[], [web], [web, skills], [web, mail], [dead]][hash32(slug) % 5] as Service[]
}

function listSiteServices({ host, slug, protocol, offers, operator }: SampleSite): Service[] {
  const root = `https://${host}`
  const own = slug === MISMATCHED ? wallet('somebody else') : offers > 0 ? findAddress(operator) : null
  return [
    { name: 'web', endpoint: `${root}/` },
    { name: 'A2A', endpoint: `${root}/.well-known/agent-card.json`, version: `${protocol}.0` },
    ...(hash32(slug) % 2 === 0 ? [{ name: 'MCP', endpoint: `${root}/mcp`, version: '2025-06-18' }] : []),
    ...(own === null ? [] : [{ name: 'agentWallet', endpoint: `${CHAIN}:${own}` }]),
  ]
}
