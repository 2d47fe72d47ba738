import { randomUUID } from 'node:crypto'
import {
  GetTaskRequest,
  ListTasksRequest,
  type Part,
  SendMessageRequest,
  type Task,
  taskStateToJSON,
} from '@a2a-js/sdk'
import {
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client'
import type { LocalService } from '../../../test/kit/local_service.ts'
import { installed } from '../mcp_clients/stock_client.ts'
import {
  type AgentClient,
  type SeenTask,
  type Sent,
  type StockAgent,
  throughLoopback,
  type With,
} from './stock_agent.ts'

const NAME = installed('@a2a-js/sdk')

/** The library of version 1 of the protocol as it comes, with all its transports. */
export const SDK_1: AgentClient = createSdk1(NAME, {})

/** The same where it is told that it may speak 0.3. */
export const SDK_1_COMPATIBLE: AgentClient = createSdk1(`${NAME}, legacyCompat`, {
  legacyCompat: { enabled: true },
})

function createSdk1(name: string, options: { legacyCompat?: { enabled: boolean } }): AgentClient {
  return { name, meet: (service, caller) => meet(service, caller, options) }
}

async function meet(
  service: LocalService,
  caller: string,
  options: { legacyCompat?: { enabled: boolean } },
): Promise<StockAgent> {
  const both = { fetchImpl: throughLoopback(service, caller), ...options }
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory(both), new RestTransportFactory(both)],
    cardResolver: new DefaultAgentCardResolver(both),
  })
  const client = await factory.createFromUrl(service.baseUrl)
  const { name, version, skills, supportedInterfaces } = await client.getAgentCard()
  const tenant = ''
  // The client adds it; its transport, which is called directly below, does not.
  const versioned = { serviceParameters: { 'A2A-Version': client.protocolVersion } }
  return {
    version: client.protocolVersion,
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
      client.transport.createTaskPushNotificationConfig(
        { tenant, id: '', taskId, url: 'https://a.example/', token: '', authentication: undefined },
        versioned,
      ),
    extendedCard: () => client.transport.getExtendedAgentCard({ tenant }, versioned),
    list: async (contextId) => {
      const { tasks } = await client.listTasks(ListTasksRequest.fromJSON({ contextId }))
      return tasks.map(({ id }) => id)
    },
  }
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
