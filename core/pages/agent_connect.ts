import { connectView } from '../connect/connect_view.ts'
import type { AgentRecord } from '../views/agent_record.ts'

/** Ways to connect to an agent; names and addresses are third-party text. */
export interface ConnectPart {
  ways: {
    title: string
    /** The name of its group of settings, of which one is open at a time. */
    group: string
    /** True for all but the first: a service with three ways would fill two screens. */
    folded: boolean
    settings: { name: string; text: string; copy: string; open: boolean }[]
    /** Values to fill in, and the limits of the check. */
    notes: string
  }[]
  /** The reasons that there are no settings, or no more. */
  reasons: string[]
}

/** Returns the part of an agent's page about connecting to it; null where nothing is known of it. */
export function connectPart(agent: AgentRecord): ConnectPart | null {
  const view = connectView(agent)
  if (view === null) return null
  const { ways, more, refused, withheld } = view
  return {
    ways: ways.map(({ title, settings, inputs, unchecked }, index) => ({
      title,
      group: `connect-${index + 1}`,
      folded: index > 0,
      settings: settings.map(({ name, file, text }, nth) => ({
        name: file === null ? name : `${name}: ${file}`,
        text,
        copy: `the settings for ${name}`,
        open: nth === 0,
      })),
      notes: [
        ...inputs.map(({ name, required }) => `${required ? 'Fill in' : 'Optional:'} ${name}.`),
        // The advice has a box of its own.
        ...unchecked.filter((sentence) => sentence !== agent.trust.advice),
      ].join(' '),
    })),
    reasons: [
      ...(withheld === null ? [] : [withheld]),
      ...refused.map(({ what, reason }) => `No settings for ${what}: ${reason}.`),
      ...(more === 0 ? [] : [`There are ${more} more ways in its records.`]),
    ],
  }
}
