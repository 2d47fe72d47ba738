import PQueue from 'p-queue'
import { createPacedQueue } from '../host_queue.ts'

/** Maximum number of third-party hosts with a request in flight. */
export const MAX_CONCURRENT_HOSTS = 24

/** Limits requests to one at a time per host, and the number of hosts at once, for all guards that share it. */
export class HostQueue {
  readonly #perSecond: number
  readonly #all: PQueue
  readonly #queues = new Map<string, PQueue>()

  /** `perSecond`: requests started per second to one host. */
  constructor(perSecond: number, hostsAtOnce = MAX_CONCURRENT_HOSTS) {
    this.#perSecond = perSecond
    this.#all = new PQueue({ concurrency: hostsAtOnce })
  }

  /** Runs a task when the host is free. */
  run<T>(host: string, task: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(host) ?? createPacedQueue({ concurrency: 1, perSecond: this.#perSecond })
    this.#queues.set(host, queue)
    // First the host's own queue, then the shared one, so that a slow host takes no more than one slot there.
    return queue.add(() => this.#all.add(task))
  }
}
