import { z } from 'zod'
import type { Database } from '../../../pipeline/model/database.ts'

/** A pair of records with a human verdict: one agent, one that repeats the other, two agents, or unclear. */
export const ReadPair = z.strictObject({
  drawn: z.enum(['name', 'host', 'owner', 'text', 'chance']),
  a: z.string().max(300),
  b: z.string().max(300),
  names: z.tuple([z.string().max(50), z.string().max(50)]),
  verdict: z.enum(['same', 'copy', 'different', 'unsure']),
  why: z.string().max(100),
})
export type ReadPair = z.infer<typeof ReadPair>

/** Results of the rules on pairs with a known verdict. */
export interface Score {
  /** Pairs that are one agent or its copy, and how many of these the rules join, by verdict. */
  joined: Record<'same' | 'copy', { found: number; all: number }>
  /** Pairs that the rules join although they are two agents. */
  wrong: ReadPair[]
  /** Pairs that the rules leave apart although they are one. */
  missed: ReadPair[]
}

/** Compares verdicts with the models of a day; unclear pairs are not counted. */
export function scorePairs(pairs: ReadPair[], findAgent: (record: string) => string | undefined): Score {
  const isJoined = ({ a, b }: ReadPair): boolean =>
    findAgent(a) !== undefined && findAgent(a) === findAgent(b)
  const of = (verdict: 'same' | 'copy') => {
    const all = pairs.filter((pair) => pair.verdict === verdict)
    return { found: all.filter(isJoined).length, all: all.length }
  }
  return {
    joined: { same: of('same'), copy: of('copy') },
    wrong: pairs.filter((pair) => pair.verdict === 'different' && isJoined(pair)),
    missed: pairs.filter((pair) => (pair.verdict === 'same' || pair.verdict === 'copy') && !isJoined(pair)),
  }
}

/** The agent that each record belongs to in a day's database; a copy belongs to the one that it repeats. */
export async function agentsIn(db: Database): Promise<(record: string) => string | undefined> {
  const bound = await db.rows<{ record_id: string; handle: string }>(
    `select bound.record_id, bound.handle from int_records__handles as bound
     join int_records as records using (record_id) where records.departed_on is null`,
  )
  const agents = new Map(bound.map(({ record_id, handle }) => [record_id, handle]))
  const [{ found } = { found: 0 }] = await db.rows<{ found: number }>(
    "select count(*) as found from information_schema.tables where table_name = 'int_registrations__copies'",
  )
  const copies = found
    ? await db.rows<{ copy: string; original: string }>(
        `select 'erc8004_identity:' || agent_key as copy, 'erc8004_identity:' || original as original
         from int_registrations__copies`,
      )
    : []
  const originals = new Map(copies.map(({ copy, original }) => [copy, original]))
  return (record) => agents.get(originals.get(record) ?? record)
}
