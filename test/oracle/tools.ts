import { at, listAt, textAt } from '../kit/json.ts'
import { Rule } from './compare.ts'
import type { Readings } from './readings.ts'
import type { RecordedArchive } from './recorded.ts'
import type { Listed } from './records.ts'

/** Number of tools of a list that are shown. */
const MAX_TOOLS = 20

/** By the address of a server, the names of the tools in its newest recorded list. */
export type RecordedTools = Map<string, string[]>

/** Reads the list of tools that each server gave last: in JSON, or as the messages of an event stream. */
export function toolsIn({ probes }: Readings, archive: RecordedArchive): RecordedTools {
  const lists = new Map<string, string[]>()
  for (const { url, kind, answered } of probes) {
    if (kind !== 'mcp' || answered === null) continue
    const body = archive.json(answered.sha256)
    const messages = Array.isArray(body) ? body : [body]
    const answer = messages.find((message) => Array.isArray(at(at(message, 'result'), 'tools')))
    if (answer === undefined) continue
    const tools = listAt(at(answer, 'result'), 'tools')
    lists.set(
      url,
      tools.map((tool) => textAt(tool, 'name') ?? ''),
    )
  }
  return lists
}

/** The tools of an agent are those of servers that answered; none are shown if no remote of it in the registry did. */
export const expectedTools = (records: Listed[], recorded: RecordedTools): Rule =>
  new Rule('the tools of its servers as recorded', (published) => {
    if (published === null) return !records.flatMap(listRemotes).some((url) => recorded.has(url))
    const lists = listAt(published, 'lists')
    const isCounted = lists.length > 0 && Number(at(published, 'servers')) >= lists.length
    return (
      isCounted &&
      lists.every((list) => {
        const names = recorded.get(textAt(list, 'url') ?? '') ?? []
        const shown = listAt(list, 'tools').map((tool) => textAt(tool, 'name') ?? '')
        const isWhole =
          at(list, 'total') === names.length && shown.length === Math.min(names.length, MAX_TOOLS)
        return at(list, 'taken_out') === true || (isWhole && shown.every((name) => names.includes(name)))
      })
    )
  })

const listRemotes = ({ server }: Listed): string[] =>
  listAt(server?.item, 'remotes').map((remote) => textAt(remote, 'url') ?? '')
