import type { IndexedChain } from '../catalog/chains.ts'
import type { AnswerEnd, AnswerSize } from './answer_size.ts'
import { hostPace } from './troubles.ts'
import { formatSize } from './words.ts'

const A_DAY = 86_400
const PORTAL_HOST = 'portal.sqd.dev'

const ENDS: Record<AnswerEnd, string> = {
  to_block: 'ran to its last block',
  chunk: 'was cut after a chunk',
  limit: 'reached our limit of size',
  cut: 'was cut within a line, the connection broke',
}

/** The chain that an answer is of, its newest final block, and the events that were read from the answer. */
interface AnswerContext {
  chain: IndexedChain
  final: number
  rows: number
}

/** Describes what an answer held, how it ended, and how many answers a day and the past then take. */
export function describeAnswerSize(size: AnswerSize, { chain, final, rows }: AnswerContext): string {
  const held = `one answer held ${format(size.blocks)} of ${format(size.asked_blocks)} blocks, ${format(rows)} events, ${formatSize(size.bytes)}, and ${ENDS[size.end]}`
  const dayBytes = (size.bytes / size.blocks) * (A_DAY / chain.blockSeconds)
  if (size.end === 'to_block' || size.end === 'cut') return `${held}; a day is about ${formatSize(dayBytes)}`
  const first = chain.erc8004?.firstBlock ?? null
  const aDay = Math.ceil(A_DAY / chain.blockSeconds / size.blocks)
  const past =
    first === null
      ? ''
      : `, the blocks since its registries about ${formatAnswers((final - first) / size.blocks)}`
  return `${held}. If others end like it, and it began with its chunk, a day takes about ${format(aDay)} answers${past}`
}

function formatAnswers(answers: number): string {
  const minutes = Math.ceil(answers / hostPace(PORTAL_HOST).perSecond / 60)
  return `${format(Math.ceil(answers))} (${minutes} minutes at our pace)`
}

const format = (count: number): string => count.toLocaleString('en-US')
