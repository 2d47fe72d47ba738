import type { ProbeRequest } from '../../pipeline/probes/protocol.ts'
import a2a from '../../pipeline/probes/protocols/a2a.ts'
import { json, serveSite, target } from './fake_site.ts'

export const HOST = 'https://agent.example'
export const CARD_URL = `${HOST}/.well-known/agent-card.json`
export const OLD_CARD_URL = `${HOST}/.well-known/agent.json`
export const INTERFACE = `${HOST}/a2a`

const COMMON = {
  name: 'Weather agent',
  description: 'Forecasts.',
  version: '1.4.0',
  provider: { organization: 'Weather Inc.', url: HOST },
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'forecast', name: 'Forecast', description: 'Of a city.', tags: ['weather'] }],
}
/** A card of version 0.3. */
export const CARD = { protocolVersion: '0.3.0', url: INTERFACE, preferredTransport: 'JSONRPC', ...COMMON }

/** A card of version 1.0 with these interfaces. */
export const toNewCard = (...supportedInterfaces: object[]) => ({ ...COMMON, supportedInterfaces })

/** The interface of an agent that does not know the task. */
export const speak = (): Response => json(reply(-32001))

export const reply = (code: number) => ({ jsonrpc: '2.0', id: 1, error: { code, message: 'Task not found' } })

type Answers = Parameters<typeof serveSite>[0]
/** Probes an agent whose server has these answers, and a card at the usual path. */
export async function probe(answers: Answers, declared = CARD_URL) {
  const site = serveSite({ [`GET ${CARD_URL}`]: () => json(CARD), ...answers })
  const result = await a2a.probe(target('a2a', declared), site.fetch)
  const posts = site.requests.filter(({ method }) => method === 'POST').map(parseQuestion)
  return { ...site, result, posts }
}

const parseQuestion = ({ headers, body = '' }: ProbeRequest) => ({
  version: headers?.['a2a-version'],
  ...(JSON.parse(body) as { method: string; params: Record<string, unknown> }),
})
