import { parentPort } from 'node:worker_threads'
import { drawCard } from './draw.ts'
import type { CardGiven } from './given.ts'

parentPort?.on('message', async (given: CardGiven) => {
  const bytes = await drawCard(given)
  parentPort?.postMessage(bytes)
})
