import { connectView } from '../connect/connect_view.ts'
import type { AgentRecord } from '../views/agent_record.ts'

/** How to connect to an agent; names and addresses are third-party text. */
export interface ConnectPart {
  withheld: string | null
  ways: {
    title: string
    /** The name of its group of settings, of which one is open. */
    group: string
    settings: { name: string; file: string | null; text: string; copy: string; open: boolean }[]
    needed: string[]
    optional: string[]
    unchecked: string[]
  }[]
  more: number
  refused: { what: string; reason: string }[]
}

/** Returns the part of an agent's page about connecting to it; null where nothing is known of it. */
export function connectPart(agent: AgentRecord): ConnectPart | null {
  const view = connectView(agent)
  if (view === null) return null
  const { ways, more, refused, withheld } = view
  return {
    ...{ withheld, more, refused },
    ways: ways.map(({ title, settings, inputs, unchecked }, index) => ({
      title,
      group: `connect-${index + 1}`,
      settings: settings.map(({ name, file, text }, nth) => ({
        ...{ name, file, text },
        copy: `the settings for ${name}`,
        open: index === 0 && nth === 0,
      })),
      needed: inputs.filter(({ required }) => required).map(({ name }) => name),
      optional: inputs.filter(({ required }) => !required).map(({ name }) => name),
      unchecked,
    })),
  }
}
