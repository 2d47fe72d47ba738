import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { type Sold, sellers } from './claims_service.ts'
import { countCustomers } from './customers.ts'
import { independentPayers } from './demand.ts'
import type { Input } from './inputs.ts'
import { input } from './inputs_server.ts'
import { resourceIn } from './readers/bazaar.ts'
import { filledIn } from './readers/registrations.ts'
import type { FeedbackEvent } from './readers/registries.ts'
import type { Readings } from './readings.ts'
import type { World } from './world.ts'

/** Inputs of a service: of one record, or of all records of the agent together. */
interface ServiceInputs {
  ofRecord(record: string): Input[]
  ofAgent(handle: string): Input[]
}

/** Prepares payments and valid feedback. */
export function serviceInputs(
  readings: Readings,
  catalog: Pick<Catalog, 'anchors' | 'chains'>,
  world: World,
  day: string,
): ServiceInputs {
  const sold = sellers(readings)
  const payers = independentPayers(readings, world, day)
  const customers = countCustomers(readings, catalog, world, payers, day)
  const reviews = reviewsByHandle(readings, world)
  return {
    ofRecord(record) {
      const [source] = record.split(':')
      const key = record.slice(record.indexOf(':') + 1)
      if (source === 'erc8004_identity') return registrationInputs(key, readings)
      return source === 'x402_bazaar' ? sellerInputs(sold.get(key) ?? []) : []
    },
    ofAgent: (handle) => [
      ...reviewInputs(reviews.get(handle) ?? []),
      ...customers(handle),
      ...(payers.get(handle) ?? []).flatMap(({ payer, isCounted, isReturning, first, latest }) => [
        ...(isCounted ? [input('x402_independent_payers', payer, 1, null, latest)] : []),
        ...(isCounted && isReturning ? [input('x402_returning_payers', payer, 1, null, latest)] : []),
        input('x402_first_paid_at', payer, null, first.time, first),
        input('x402_paid_at', payer, null, latest.time, latest),
      ]),
    ],
  }
}

function registrationInputs(agent: string, { registrations }: Readings): Input[] {
  const registration = registrations.get(agent)
  if (registration === undefined) return []
  const acts = registration.events.flatMap((event) => {
    const updated = input('erc8004_updated_at', agent, null, event.time, event)
    if (event.kind === 'transferred' || event.kind === 'wallet_set') return []
    return event.kind === 'uri_updated'
      ? [updated]
      : [updated, input('erc8004_registered_at', agent, null, event.time, event)]
  })
  const { file } = registration
  return file === null
    ? acts
    : [...acts, input('registration_fields', agent, filledIn(file.item), null, file)]
}

/** A resource that stands in both feeds counts once, as the first of them has it. */
function sellerInputs(listed: Sold[]): Input[] {
  const there = listed.filter(({ listing }) => listing.goneOn === null)
  const first = new Map<string, Input>()
  for (const { key, listing } of there.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const resource = resourceIn(key)
    if (!first.has(resource)) first.set(resource, input('x402_resources', resource, 1, null, listing))
  }
  return [...first.values()]
}

/**
 * Valid feedback by clients that neither own, owned or signed for the agent nor are of a ring: those that reviewed more
 * than 20 agents, or five or more of one owner and of nobody else.
 */
function reviewsByHandle(
  { feedback, registrations }: Readings,
  { handleByRecord }: World,
): Map<string, FeedbackEvent[]> {
  const formatFeedbackKey = ({ agent, client, feedback: index }: FeedbackEvent): string =>
    `${agent} ${client} ${index}`
  const revoked = new Set(feedback.filter(({ kind }) => kind === 'revoked').map(formatFeedbackKey))
  const given = feedback.filter(
    (event) =>
      event.kind === 'feedback' && !revoked.has(formatFeedbackKey(event)) && registrations.has(event.agent),
  )
  const isOwn = (agent: string, client: string): boolean => {
    const registration = registrations.get(agent)
    return (
      registration?.signer === client ||
      (registration?.events ?? []).some(({ account }) => account === client)
    )
  }
  const findOwner = (agent: string): string => registrations.get(agent)?.owner ?? ''
  const independent = [...Map.groupBy(given, ({ client }) => client)].flatMap(([client, all]) => {
    const agents = new Set(all.map(({ agent }) => agent))
    const owners = new Set([...agents].map(findOwner))
    const isRing = agents.size > 20 || (owners.size === 1 && agents.size >= 5)
    return isRing ? [] : all.filter(({ agent }) => !isOwn(agent, client))
  })
  return Map.groupBy(independent, ({ agent }) => handleByRecord.get(`erc8004_identity:${agent}`) ?? '')
}

const reviewInputs = (reviews: FeedbackEvent[]): Input[] =>
  [...Map.groupBy(reviews, ({ client }) => client)].map(([client, all]) => {
    const latest = Math.max(...all.map(({ time }) => time))
    const from = all.filter(({ time }) => time === latest).map(({ response }) => response)
    return { key: 'erc8004_feedback_clients', item: client, value: 1, time: null, from }
  })
