import { randomUUID } from 'node:crypto'
import { GetTaskRequest, type Part, SendMessageRequest, type Task, taskStateToJSON } from '@a2a-js/sdk'
import { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from '@a2a-js/sdk/client'
import { installed } from '../mcp_clients/stock_client.ts'
import { type AgentClient, type SeenTask, type Sent, throughLoopback, type With } from './stock_agent.ts'

/** The library of version 1 of the protocol, which speaks 0.3 where it is told that it may. */
export const SDK_1: AgentClient = {
  name: installed('@a2a-js/sdk'),
  async meet(service, caller) {
    const both = { fetchImpl: throughLoopback(service, caller), legacyCompat: { enabled: true } }
    const factory = new ClientFactory({
      transports: [new JsonRpcTransportFactory(both)],
      cardResolver: new DefaultAgentCardResolver(both),
    })
    const client = await factory.createFromUrl(service.baseUrl)
    const { name, version, skills, supportedInterfaces } = await client.getAgentCard()
    const tenant = ''
    return {
      card: { name, version, url: supportedInterfaces[0]?.url ?? '', skills: skills.map(({ id }) => id) },
      async send(what, along = {}) {
        const result = await client.sendMessage(toRequest(what, along), requestOptions(along))
        if (!('status' in result)) throw new Error('answered with a message, not with a task')
        return toSeenTask(result)
      },
      task: async (id, historyLength) =>
        toSeenTask(await client.getTask(GetTaskRequest.fromJSON({ id, historyLength }))),
      cancel: async (id) => toSeenTask(await client.cancelTask({ tenant, id, metadata: undefined })),
      // Its own methods send nothing to an agent whose card lacks the capability.
      pushTo: (taskId) =>
        client.transport.createTaskPushNotificationConfig({
          ...{ tenant, id: '', taskId, url: 'https://a.example/', token: '', authentication: undefined },
        }),
      extendedCard: () => client.transport.getExtendedAgentCard({ tenant }),
    }
  },
}

const toRequest = (what: Sent, { taskId, contextId }: With): SendMessageRequest =>
  SendMessageRequest.fromJSON({
    message: { role: 'ROLE_USER', messageId: randomUUID(), taskId, contextId, parts: [toPart(what)] },
  })

const toPart = (what: Sent): object => ('file' in what ? { url: what.file, mediaType: 'image/png' } : what)

const requestOptions = ({ key }: With) =>
  key === undefined ? {} : { serviceParameters: { 'X-API-Key': key } }

const toSeenTask = ({ id, contextId, status, artifacts, history }: Task): SeenTask => ({
  ...{ id, contextId, messages: history.length, metadata: status?.message?.metadata ?? {} },
  state: stateName(status),
  said: contents(status?.message?.parts ?? [], 'text').join(' '),
  data: contents(
    artifacts.flatMap(({ parts }) => parts),
    'data',
  ),
})

const stateName = (status: Task['status']): string =>
  status === undefined
    ? ''
    : taskStateToJSON(status.state).replace('TASK_STATE_', '').toLowerCase().replaceAll('_', '-')

const contents = (parts: Part[], kind: 'text' | 'data'): unknown[] =>
  parts.flatMap(({ content }) => (content?.$case === kind ? [content.value] : []))
