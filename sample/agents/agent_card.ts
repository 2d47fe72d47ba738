import { hash32 } from '../prng.ts'
import type { SampleSite } from './sites.ts'

const SKILLS = ['Answer', 'Search', 'Quote', 'Execute']
const DEEDS = ['answers questions', 'searches its own data', 'quotes a price', 'executes a task']
const TAGS = ['questions', 'search', 'prices', 'actions']

/** The card of a site's agent on a day, in the version of the protocol that the site speaks. */
export function buildCard({ host, slug, name, protocol }: SampleSite, day: number): object {
  const url = `https://${host}/a2a`
  const common = {
    name,
    description: `Sample: the card of an invented agent at ${host}.`,
    provider: { organization: name, url: `https://${host}` },
    version: `1.${Math.floor((day + (hash32(slug) % 11)) / 11)}.0`,
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain', 'application/json'],
    skills: SKILLS.slice(0, 1 + (hash32(slug) % SKILLS.length)).map((skill, index) => ({
      id: `skill-${index + 1}`,
      name: `Sample ${skill}`,
      description: `Sample: ${DEEDS[index]}.`,
      tags: ['sample', TAGS[index]],
    })),
  }
  const streaming = { streaming: true, pushNotifications: false }
  if (protocol === '1.0') {
    const supportedInterfaces = [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }]
    return { ...common, supportedInterfaces, capabilities: { ...streaming, extendedAgentCard: false } }
  }
  return {
    ...{ protocolVersion: '0.3.0', url, preferredTransport: 'JSONRPC', ...common, capabilities: streaming },
    supportsAuthenticatedExtendedCard: false,
  }
}
