import { appendFileSync } from 'node:fs'
import { z } from 'zod'
import { BadUsage } from '../core/domain/errors.ts'
import { clean } from '../core/domain/text.ts'
import { type Reporter, type RunSummary, type SourceSummary, STEPS } from '../pipeline/run/types.ts'

const MAX_TEXT = 400
const STEP_NAMES = ['fetch', 'readBack', 'model', 'publish'] as const

/** One line of the file that `--events` names: that a source, a step or the run has ended. */
export const runEvent = z.strictObject({
  time: z.iso.datetime().describe('When it ended, by the clock of the machine.'),
  day: z.iso.date().describe('The logical date. A run that catches up has several.'),
  step: z.enum([...STEP_NAMES, 'run']).describe('`run` is the last line of a run, of all its days.'),
  source: z.string().nullable().describe('Of a step `fetch` with one source; null: the whole step.'),
  seconds: z.number().min(0),
  rows: z
    .int()
    .min(0)
    .nullable()
    .describe('Rows that a source gave, or all of them; null where none are counted.'),
  outcome: z.enum(['ok', 'part', 'failed', 'skipped', 'published', 'unchanged', 'recorded']),
  text: z.string().max(MAX_TEXT).nullable().describe('Why it failed, or what was left for another day.'),
})

export type RunEvent = z.infer<typeof runEvent>

/** Turns what a run reports into events. */
export interface RunEvents {
  reporter: Reporter
  ended(summary: RunSummary): void
  failed(error: unknown): void
}

/** Events of one run that begins with `day`. `now` is in milliseconds since 1970, `elapsed` in milliseconds of any start. */
export function runEvents(
  day: string,
  write: (event: RunEvent) => void,
  { now, elapsed }: { now: () => number; elapsed: () => number },
): RunEvents {
  const begun = elapsed()
  let at = day
  let open: { step: RunEvent['step']; begun: number; rows: number | null } | null = null
  const since = (start: number): number => Math.round(elapsed() - start) / 1000
  const emit = (event: Omit<RunEvent, 'time' | 'day'>): void =>
    write({ time: new Date(now()).toISOString(), day: at, ...event })
  const close = (outcome: 'ok' | 'failed'): void => {
    if (open === null) return
    const { step, rows } = open
    emit({ step, source: null, seconds: since(open.begun), rows, outcome, text: null })
    open = null
  }
  const end = (outcome: RunEvent['outcome'], text: string | null): void =>
    emit({ step: 'run', source: null, seconds: since(begun), rows: null, outcome, text })
  const source = (summary: SourceSummary): void => {
    const { name, seconds, rows, outcome, error, left_out } = summary
    if (open !== null) open.rows = (open.rows ?? 0) + rows
    emit({ step: 'fetch', source: name, seconds, rows, outcome, text: cleanText(error ?? left_out) })
  }
  return {
    reporter: {
      day(date) {
        close('ok')
        at = date
      },
      source,
      step(title) {
        close('ok')
        const step = STEP_NAMES.find((name) => STEPS[name] === title)
        if (step !== undefined) open = { step, begun: elapsed(), rows: null }
      },
      tick() {},
      note() {},
      end() {},
    },
    ended({ outcome }) {
      close('ok')
      end(outcome, null)
    },
    failed(error) {
      close('failed')
      end('failed', cleanText(error instanceof Error ? error.message : String(error)))
    },
  }
}

const cleanText = (text: string | null): string | null => (text === null ? null : clean(text, MAX_TEXT))

/** Appends events to a file, a line each, so that it is readable during the run. Throws BadUsage if it cannot. */
export function eventsFile(path: string): (event: RunEvent) => void {
  try {
    appendFileSync(path, '')
  } catch (cause) {
    throw new BadUsage(
      `--events ${path}: it cannot be written to. Name a file in a folder that is there and may be written to`,
      { cause },
    )
  }
  return (event) => appendFileSync(path, `${JSON.stringify(event)}\n`)
}

/** Forwards to two reporters. */
export const bothReporters = (reporter: Reporter, other: Reporter): Reporter => ({
  day(date) {
    reporter.day?.(date)
    other.day?.(date)
  },
  source(summary) {
    reporter.source?.(summary)
    other.source?.(summary)
  },
  step(title, total) {
    reporter.step(title, total)
    other.step(title, total)
  },
  expect(count) {
    reporter.expect?.(count)
    other.expect?.(count)
  },
  tick(count) {
    reporter.tick(count)
    other.tick(count)
  },
  note(line) {
    reporter.note(line)
    other.note(line)
  },
  end() {
    reporter.end()
    other.end()
  },
})
