import type { StatefulCall } from '../../../serving/handler/stateful_handler.ts'
import { openState } from '../../../serving/service/state.ts'

/** The start of the ids of messages that ask the kit's own agent for a task that is complete at once. */
const COMPLETE = /"messageId": ?"tck-complete-task/
/** A request of ours that is. */
const PARTS = [{ text: 'How many agents are alive?' }]

/** Addresses that calls come from, since a kit sends more in a minute than one caller may. */
const CALLERS = 50

/** Opens the state of the service as it is, but for the requests that a kit names by the ids of its messages. */
export const openWithFixtures: typeof openState = async (options) => {
  const state = await openState(options)
  let calls = 0
  const stateful = {
    reply(call: StatefulCall) {
      calls += 1
      const { method, url, body } = call.http
      const http = {
        ...{ method, url, address: `203.0.113.${calls % CALLERS}` },
        header: (name: string) => call.http.header(name),
        body: async (max: number) => replaceParts(await body.call(call.http, max)),
      }
      return state.stateful.reply({ ...call, http })
    },
    close: () => state.stateful.close(),
  }
  return { ...state, stateful }
}

/** Returns a body, with a request that is answered in place of one that names a fixture. */
function replaceParts(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('utf8')
  if (!COMPLETE.test(text)) return bytes
  const sent = JSON.parse(text) as { params: { message: { parts: object[] } } }
  sent.params.message.parts = PARTS
  return Buffer.from(JSON.stringify(sent))
}
