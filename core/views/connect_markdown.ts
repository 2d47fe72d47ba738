import { connectView } from '../connect/connect_view.ts'
import { markdownCode, markdownText } from '../domain/text.ts'
import type { AgentRecord } from './agent_record.ts'

/** Returns how to connect to an agent as items of a list; none where nothing is known of it. */
export function connectLines(agent: AgentRecord): string[] {
  const view = connectView(agent)
  if (view === null) return []
  return [
    ...(view.withheld === null ? [] : [markdownText(view.withheld)]),
    ...view.ways.flatMap(({ title, settings, unchecked }) => [
      `${markdownCode(title)}. ${unchecked.map(markdownText).join(' ')}`,
      ...settings.map(({ name, file, text }) => {
        const place = file === null ? name : `${name}, ${file}`
        return `${markdownText(place)}: ${markdownCode(text.replace(/\n\s*/g, ' '))}`
      }),
    ]),
    ...view.refused.map(
      ({ what, reason }) => `No settings for ${markdownCode(what)}: ${markdownText(reason)}`,
    ),
  ]
}
