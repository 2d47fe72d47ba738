import PQueue from 'p-queue'
import { pacedQueue } from '../host_queue.ts'

/** Hosts of strangers that are asked at once. */
export const HOSTS_AT_ONCE = 24

/** Lets one request be under way for a host, and so many hosts at once, for all guards that share it. */
export class HostQueue {
  readonly #perSecond: number
  readonly #all: PQueue
  readonly #queues = new Map<string, PQueue>()

  /** `perSecond`: requests begun in any one second to any one host. */
  constructor(perSecond: number, hostsAtOnce = HOSTS_AT_ONCE) {
    this.#perSecond = perSecond
    this.#all = new PQueue({ concurrency: hostsAtOnce })
  }

  /** Runs a task when the host is free. */
  run<T>(host: string, task: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(host) ?? pacedQueue({ concurrency: 1, perSecond: this.#perSecond })
    this.#queues.set(host, queue)
    // First the host's own queue, then the one of all, so that a slow host holds no more than one place there.
    return queue.add(() => this.#all.add(task))
  }
}
