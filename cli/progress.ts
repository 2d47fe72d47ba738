import { SingleBar } from 'cli-progress'
import { clean } from '../core/domain/text.ts'
import type { Reporter } from '../pipeline/run/types.ts'

const MAX_LINE = 400
const MAX_TITLE = 60
const BAR = {
  format: '{title} {bar} {value}/{total}{left}',
  barsize: 24,
  barCompleteChar: '█',
  barIncompleteChar: '░',
  fps: 10,
  clearOnComplete: true,
  // The terminal's own wrapping stays as it is: a killed run could not put it back.
  linewrap: true,
  // Ctrl-C must end the run and not just the bar.
  gracefulExit: false,
}

/** Reports nothing. */
export const silentReporter: Reporter = { step() {}, tick() {}, note() {}, end() {} }

/** A reporter for `stream`: bars on a terminal, plain lines elsewhere, nothing when quiet. */
export function createReporter(stream: NodeJS.WriteStream, quiet: boolean): Reporter {
  if (quiet) return silentReporter
  return stream.isTTY ? barReporter(stream) : lineReporter((line) => stream.write(`${line}\n`))
}

/** A line for each step, for each quarter of its ticks, and for each note. */
export function lineReporter(
  write: (line: string) => void,
  elapsed: () => number = () => performance.now(),
): Reporter {
  let title = ''
  let total = 0
  let done = 0
  let begun: number | null = null
  return {
    step(newTitle, newTotal = 0) {
      title = clean(newTitle, MAX_TITLE)
      total = newTotal
      done = 0
      begun = null
      write(total > 0 ? `${title} (${total})` : title)
    },
    expect(count) {
      begun ??= elapsed()
      total += count
    },
    tick(count = 1) {
      const quarter = quarters(done, total)
      done += count
      if (quarters(done, total) > quarter)
        write(`${title}: ${done}/${total}${describeRest(done, total, begun, elapsed())}`)
    },
    note: (line) => write(`  ${clean(line, MAX_LINE)}`),
    end() {},
  }
}

/** Returns how long the rest of a step takes at its pace so far; nothing for a step whose total was known from the start. */
function describeRest(done: number, total: number, begun: number | null, now: number): string {
  if (begun === null || done === 0 || done >= total) return ''
  const minutes = Math.ceil((((now - begun) / done) * (total - done)) / 60_000)
  return `, about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`
}

const quarters = (done: number, total: number): number => (total > 0 ? Math.floor((done / total) * 4) : 0)

/** One bar for the step at hand; what is finished stays as a plain line above it. */
function barReporter(stream: NodeJS.WriteStream): Reporter {
  let title = ''
  let bar: SingleBar | null = null
  let done = 0
  let total = 0
  let begun: number | null = null
  const left = () => ({ left: describeRest(done, total, begun, performance.now()) })
  const hide = (): void => {
    bar?.stop()
    bar = null
  }
  const show = (): void => {
    bar = new SingleBar({ ...BAR, stream })
    bar.start(total, done, { title, ...left() })
  }
  const finish = (): void => {
    if (bar === null) return
    hide()
    stream.write(`${title}: ${done}/${total}\n`)
  }
  return {
    step(newTitle, newTotal = 0) {
      finish()
      title = clean(newTitle, MAX_TITLE)
      total = newTotal
      done = 0
      begun = null
      if (total > 0) show()
      else stream.write(`${title}\n`)
    },
    expect(count) {
      begun ??= performance.now()
      total += count
      if (bar === null) show()
      bar?.setTotal(total)
    },
    tick(count = 1) {
      done += count
      bar?.update(Math.min(done, total), left())
    },
    note(line) {
      const wasShown = bar !== null
      hide()
      stream.write(`  ${clean(line, MAX_LINE)}\n`)
      if (wasShown) show()
    },
    end: finish,
  }
}
