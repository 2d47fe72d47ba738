import { registrations } from '../agents/registrations.ts'
import { blockAt } from './blocks.ts'
import { IDENTITY, ownerChangedLog, registrationLogs, uriUpdated } from './logs.ts'
import type { Transaction } from './transactions.ts'

/** Every transaction with the registry of agents: registrations, new addresses of their files, new owners. */
export const identityTransactions = (seed: number): Transaction[] =>
  registrations(seed).flatMap(({ id, owner, at, uri, updates, moves }) => [
    {
      ...{ name: `registration ${id}`, block: blockAt(at), from: owner, to: IDENTITY },
      logs: registrationLogs(id, owner, uri),
    },
    ...updates.map((update, index) => ({
      ...{ name: `update ${id} ${index}`, block: blockAt(update.at), from: owner, to: IDENTITY },
      logs: [uriUpdated(id, owner, update.uri)],
    })),
    ...moves.map((move, index) => ({
      ...{ name: `move ${id} ${index}`, block: blockAt(move.at), from: owner, to: IDENTITY },
      logs: [ownerChangedLog(id, owner, move.to)],
    })),
  ])
