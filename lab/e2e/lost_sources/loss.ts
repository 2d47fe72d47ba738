import { type Database, identifier, literal } from '../../../pipeline/model/database.ts'
import { withModels } from '../../gaming/build.ts'

/** An agent with a rank in a category. */
interface Ranked {
  handle: string
  category: string
}

/** Whom of a category's ranked agents the loss of a source costs the rank, and why. */
export interface Loss {
  category: string
  ranked: number
  /** Nothing but this source says that they are in the category. */
  gone: number
  /** Nothing that a rank needs is known of them from elsewhere. */
  unknown: number
  /** Something is, and they lose it all the same. */
  unjust: number
}

const OUTPUT_MODELS = ['rankings', 'sub_scores']
const RANKED = `select handle, category from rankings where tier = 'evidence_ranked' order by all`
/** Current places of the agents of `before`. */
const PLACES = `
  with places as (
    select before.category,
      rankings.tier = 'evidence_ranked' as is_ranked,
      exists (
        from sub_scores semi join methodology_required using (category, key)
        where sub_scores.handle = before.handle and sub_scores.category = before.category and not is_assumed
      ) as is_known
    from before left join rankings using (handle, category)
  )
  select category, count(*) as ranked, count(*) filter (is_ranked is null) as gone,
    count(*) filter (not is_ranked and not is_known) as unknown, count(*) filter (not is_ranked and is_known) as unjust
  from places
  group by category
  having not bool_and(coalesce(is_ranked, false))
  order by category`

/** Everybody with a rank. */
export const rankedIn = (db: Database): Promise<Ranked[]> =>
  withModels(db, OUTPUT_MODELS, [], () => db.rows<Ranked>(RANKED))

/** The sources that anything is known from. */
export async function sourcesWithRows(db: Database): Promise<string[]> {
  const sources = await db.rows<{ name: string }>('select name from run_sources order by name')
  const counted = await Promise.all(sources.map(({ name }) => db.rows(`from ${raw(name)} limit 1`)))
  return sources.flatMap(({ name }, index) => (counted[index]?.length ? [name] : []))
}

/** Whom it costs the rank that a source was never read. The tables are as before when it is over. */
export async function measureLoss(db: Database, source: string, ranked: Ranked[]): Promise<Loss[]> {
  const tables: [string, string][] = [
    [raw(source), 'true'],
    [identifier(`observed_${source}`), 'true'],
    ['ingest', `source = ${literal(source)}`],
    ['ingest_blocks', `source = ${literal(source)}`],
  ]
  for (const [index, [table, lost]] of tables.entries())
    await db.run(`create table kept_${index} as from ${table}; delete from ${table} where ${lost}`)
  try {
    return await withModels(db, OUTPUT_MODELS, [], async () => {
      await db.run('create table before (handle varchar, category varchar)')
      await db.run(
        `insert into before values ${ranked.map((ranked) => `(${literal(ranked.handle)}, ${literal(ranked.category)})`).join(', ')}`,
      )
      return db.rows<Loss>(PLACES)
    })
  } finally {
    for (const [index, [table, lost]] of tables.entries())
      await db.run(`insert into ${table} from kept_${index} where ${lost}; drop table kept_${index}`)
  }
}

const raw = (source: string): string => identifier(`raw_${source}`)
