import type { Schemas } from '../../client/client.ts'
import { line } from '../inert.ts'
import { Misuse } from '../misuse.ts'

type Connect = NonNullable<Schemas['AgentSummary']['connect']>
type Way = Connect['ways'][number]

/** The names of the clients that an agent has settings for. */
const listClients = (ways: readonly Way[]): string[] => [
  ...new Set(ways.flatMap(({ settings }) => settings.map(({ client }) => client))),
]

/** Returns the ways that a client can use, with its settings alone; all where none is named. Throws Misuse. */
export function selectWays({ ways }: Connect, client: string | undefined): Way[] {
  const known = listClients(ways)
  if (client === undefined || ways.length === 0) return ways
  if (!known.includes(client))
    throw new Misuse(`there are no settings for "${client}": write --client ${known.join(', --client ')}`)
  return ways.flatMap(({ settings, ...way }) => {
    const chosen = settings.filter((entry) => entry.client === client)
    return chosen.length === 0 ? [] : [{ ...way, settings: chosen }]
  })
}

/** Ways to connect as people read them: the settings as they are, with what could not be checked; or why there are none. */
export function showConnect(connect: Connect | null, ways: readonly Way[]): string[] {
  if (connect === null) return ['nothing is known of how to connect to it']
  return [
    ...(connect.withheld === null ? [] : [line(connect.withheld)]),
    ...ways.flatMap(showWay),
    ...connect.refused.map(({ what, reason }) => line(`no settings for ${what}: ${reason}`)),
    ...(connect.more > 0 ? [`and ${connect.more} more ways in its records`] : []),
  ]
}

const showWay = ({ title, settings, inputs, unchecked }: Way): string[] => [
  line(title),
  ...settings.flatMap(({ name, file, text }) => [
    '',
    `${line(file === null ? name : `${name}, ${file}`)}:`,
    text,
  ]),
  '',
  ...inputs.map(({ name, required, secret }) =>
    line(`${required ? 'fill in' : 'optional'}: ${name}${secret ? ' (secret)' : ''}`),
  ),
  ...unchecked.map((sentence) => line(`not checked: ${sentence}`)),
  '',
]
