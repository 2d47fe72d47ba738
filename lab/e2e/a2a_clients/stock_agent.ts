import { numberAt } from '../../../test/kit/json.ts'
import type { LocalService } from '../../../test/kit/local_service.ts'

/** The content of a message: text, data that name a skill, or a file. */
export type Sent = { text: string } | { data: Record<string, unknown> } | { file: string }

/** Task and context of a message, and its sender. */
export interface With {
  taskId?: string
  contextId?: string
  /** A Pro key. */
  key?: string
}

/** A task as a client understood it, in the words of version 0.3. */
export interface SeenTask {
  id: string
  contextId: string
  state: string
  /** The text and the metadata of the message of its status; empty where there is none. */
  said: string
  metadata: Record<string, unknown>
  /** The data of its artifacts. */
  data: unknown[]
  /** Number of messages in the history that was returned. */
  messages: number
}

/** The agent as a client of somebody else's making sees it. */
export interface StockAgent {
  /** The version of A2A that it speaks here. */
  version: string
  card: { name: string; version: string; url: string; skills: string[] }
  send(what: Sent, along?: With): Promise<SeenTask>
  task(id: string, historyLength?: number): Promise<SeenTask>
  cancel(id: string): Promise<SeenTask>
  /** Returns the ids of the tasks in a context. Its library has it since 1.0. */
  list?(contextId: string): Promise<string[]>
  /** Methods that the agent does not support. They reject, each with its code. */
  pushTo(taskId: string): Promise<unknown>
  extendedCard(): Promise<unknown>
}

/** One client library. */
export interface AgentClient {
  /** The package with its version. */
  name: string
  /** Reads the agent's card, and connects to the URL in it. */
  meet(service: LocalService, caller: string): Promise<StockAgent>
}

/** Fetches what a release names from the service that serves it, as this caller. Reaches nothing else. */
export const throughLoopback = (service: LocalService, caller: string): typeof fetch => {
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input)
    const url = address.startsWith(service.baseUrl)
      ? service.url + address.slice(service.baseUrl.length)
      : address
    if (!url.startsWith(`${service.url}/`)) throw new Error(`a campaign does not call ${url}`)
    const headers = new Headers(init?.headers)
    headers.set('X-Forwarded-For', caller)
    return fetch(url, { ...init, headers })
  }
}

/** The JSON-RPC code of an error, wherever a client stores it; null if it stores none. */
export const errorCode = (error: unknown): number | null =>
  numberAt(error, 'errorResponse', 'error', 'code') ?? numberAt(error, 'envelopeCode')
