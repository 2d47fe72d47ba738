import type { Mutant } from './mutant.ts'

/** Why a mutant may survive: no input tells it from the code, or what it changes is nobody's business. */
export interface Reason {
  path: string
  /** The line with the change in it, as the campaign prints it. */
  change: string
  reason: string
}

/** Survivors that were looked at. */
export const REASONS: readonly Reason[] = [
  {
    path: 'sql/intermediate/identity/int_erc8004_hosts__declared.sql',
    change: '[bool_or→bool_and](proven.agent_key is not null) as is_proven,',
    reason: 'The rows of a group are of one host and agent, and so all alike.',
  },
  {
    path: 'sql/intermediate/identity/int_erc8004_hosts__declared.sql',
    change: '[bool_or→bool_and](coalesce(proven.named = 1, false)) as is_only',
    reason: 'The rows of a group are of one host and agent, and so all alike.',
  },
  {
    path: 'sql/marts/liveness.sql',
    change: 'coalesce(definitions.is_activity, [false→true]) as is_activity,',
    reason: 'Every signal is defined, as activity or not.',
  },
  {
    path: 'sql/marts/liveness.sql',
    change:
      'partition by signals.handle, coalesce(definitions.is_activity, [false→true]) order by signals.value_at desc, signals.key',
    reason: 'Every signal is defined, as activity or not.',
  },
  {
    path: 'sql/marts/liveness.sql',
    change:
      "case when last_probe_ok_at is not null then greatest(date_diff('day', last_probe_ok_at::date, run.day), [0→1]) end as days_since_probe_ok",
    reason: 'These days are only compared with 30.',
  },
  {
    path: 'core/views/agent_history.ts',
    change: 'if (last === null || last < (history[0]?.date ?? [\'\'→"Stryker was here!"])) return []',
    reason: 'A history has one day at least, and so a first.',
  },
  {
    path: 'core/views/agent_history.ts',
    change: 'from: history[0]?.date ?? [\'\'→"Stryker was here!"],',
    reason: 'A history has one day at least, and so a first.',
  },
  {
    path: 'core/views/agent_history.ts',
    change: 'to: history.at(-1)?.date ?? [\'\'→"Stryker was here!"],',
    reason: 'A history has one day at least, and so a last.',
  },
  {
    path: 'core/views/agent_history.ts',
    change:
      'score_change: [first === undefined→false] || last === undefined ? null : difference(last, first),',
    reason: 'Scores have a first one exactly where they have a last one.',
  },
  {
    path: 'core/views/agent_days.ts',
    change:
      '[snapshotsOf(kept, today, 1)[0]?.weekly_delta→snapshotsOf(kept, today, 1)[0].weekly_delta] ?? null',
    reason: 'Of one day there is one snapshot.',
  },
  {
    path: 'core/views/confidence.ts',
    change: 'const isBefore = [a.category < b.category→a.category <= b.category] ? -1 : 1',
    reason: 'No two standings of an agent are of one category.',
  },
  {
    path: 'core/domain/text.ts',
    change:
      "return text.replace(NOT_XML, '').replace(/[&<>\"']/g, (character) => ENTITIES[character] ?? [''→\"Stryker was here!\"])",
    reason: 'Every character that is looked for has its entity.',
  },
  {
    path: 'core/domain/text.ts',
    change: '.replace(FOLDED, (letter) => FOLDS[letter] ?? [\'\'→"Stryker was here!"])',
    reason: 'Every letter that is looked for has what it becomes.',
  },
  {
    path: 'core/domain/text.ts',
    change: ".replace([/\\p{M}+/gu→/\\p{M}/gu], '')",
    reason: 'All marks go, whether one by one or several at once.',
  },
  {
    path: 'core/domain/text.ts',
    change: 'if ([PRINTABLE_ASCII.test(text)→false]) return cap(text, max)',
    reason: 'A short cut: the long way leaves such a text as it is.',
  },
  {
    path: 'core/domain/text.ts',
    change: 'if ([text.length <= max→false]) return text',
    reason: 'A short cut: a text of few code units has few code points.',
  },
  {
    path: 'core/domain/text.ts',
    change: 'if ([text.length <= max→text.length < max]) return text',
    reason: 'A short cut: a text of few code units has few code points.',
  },
  {
    path: 'core/release/reader.ts',
    change: "const [side = [''→\"Stryker was here!\"], ...path] = key.split('/')",
    reason: 'Every text has a first part, be it an empty one.',
  },
  {
    path: 'core/release/staging.ts',
    change:
      'if (!COLLIDES.has((error as NodeJS.ErrnoException).code ?? [\'\'→"Stryker was here!"])) return error',
    reason: 'Neither of the two is the code of a collision.',
  },
  {
    path: 'core/release/staging.ts',
    change: 'if (this.#folders.size >= FOLDERS_REMEMBERED) [this.#folders.clear()→;]',
    reason: 'Which folders are remembered decides about memory and time alone.',
  },
  {
    path: 'core/release/staging.ts',
    change: `const source = \`\${[this.base?.path→this.base.path]}/\${key}\``,
    reason: 'What is shared comes from a base, which is there then.',
  },
  {
    path: 'core/release/staging.ts',
    change: "[typeof body === 'string'→true] ? Buffer.from(body) : body,",
    reason: 'Of bytes Buffer.from makes a copy, which is equal to them.',
  },
  {
    path: 'core/release/staging.ts',
    change: '} catch [{ return false }→{}]',
    reason: 'Undefined counts as false where it is asked for.',
  },
  {
    path: 'core/release/manifest.ts',
    change: '} catch [{ return null }→{}]',
    reason: 'Undefined is refused as a head just as null is.',
  },
  {
    path: 'core/release/write.ts',
    change: 'rmSync(draft.work, { recursive: true, force: [true→false] })',
    reason: 'The work folder is there for as long as the process that made it works.',
  },
]

/** The reason that a mutant may survive for, if it was looked at. */
export const reasonOf = (
  { path, shown }: Pick<Mutant, 'path' | 'shown'>,
  reasons: readonly Reason[] = REASONS,
): string | undefined => reasons.find((one) => one.path === path && one.change === shown)?.reason
