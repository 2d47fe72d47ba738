import { randomUUID } from 'node:crypto'
import type { MessageSendParams, Part, Task } from 'a2a-sdk-0.3'
import { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from 'a2a-sdk-0.3/client'
import { installed } from '../mcp_clients/stock_client.ts'
import { type AgentClient, type SeenTask, type Sent, throughLoopback, type With } from './stock_agent.ts'

/** The library of version 0.3 of the protocol. */
export const SDK_0_3: AgentClient = {
  name: installed('a2a-sdk-0.3').replace('a2a-sdk-0.3', '@a2a-js/sdk'),
  async meet(service, caller) {
    const fetchImpl = throughLoopback(service, caller)
    const factory = new ClientFactory({
      transports: [new JsonRpcTransportFactory({ fetchImpl })],
      cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
    })
    const client = await factory.createFromUrl(service.baseUrl)
    const { name, version, url, skills } = await client.getAgentCard()
    return {
      version: '0.3',
      card: { name, version, url, skills: skills.map(({ id }) => id) },
      async send(what, along = {}) {
        const result = await client.sendMessage(toParams(what, along), requestOptions(along))
        if (result.kind !== 'task') throw new Error('answered with a message, not with a task')
        return toSeenTask(result)
      },
      task: async (id, historyLength) =>
        toSeenTask(await client.getTask(historyLength === undefined ? { id } : { id, historyLength })),
      cancel: async (id) => toSeenTask(await client.cancelTask({ id })),
      // Its own methods send nothing to an agent whose card lacks the capability.
      pushTo: (taskId) =>
        client.transport.setTaskPushNotificationConfig({
          taskId,
          pushNotificationConfig: { url: 'https://a.example/' },
        }),
      extendedCard: () => client.transport.getExtendedAgentCard(),
    }
  },
}

const toParams = (what: Sent, { taskId, contextId }: With): MessageSendParams => ({
  message: {
    ...{ kind: 'message', role: 'user', messageId: randomUUID(), parts: [toPart(what)] },
    ...(taskId === undefined ? {} : { taskId }),
    ...(contextId === undefined ? {} : { contextId }),
  },
})

function toPart(what: Sent): Part {
  if ('text' in what) return { kind: 'text', text: what.text }
  if ('data' in what) return { kind: 'data', data: what.data }
  return { kind: 'file', file: { uri: what.file, mimeType: 'image/png' } }
}

const requestOptions = ({ key }: With) =>
  key === undefined ? {} : { serviceParameters: { 'X-API-Key': key } }

const toSeenTask = ({ id, contextId, status, artifacts = [], history = [] }: Task): SeenTask => ({
  ...{ id, contextId, state: status.state },
  said: (status.message?.parts ?? []).flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join(' '),
  metadata: status.message?.metadata ?? {},
  data: artifacts.flatMap(({ parts }) => parts).flatMap((part) => (part.kind === 'data' ? [part.data] : [])),
  messages: history.length,
})
