import { SingleBar } from 'cli-progress'
import { clean } from '../core/domain/text.ts'
import type { Reporter } from '../pipeline/run/types.ts'

const MAX_LINE = 400
const MAX_TITLE = 60
const BAR = {
  format: '{title} {bar} {value}/{total}',
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
export function lineReporter(write: (line: string) => void): Reporter {
  let title = ''
  let total = 0
  let done = 0
  return {
    step(newTitle, newTotal = 0) {
      title = clean(newTitle, MAX_TITLE)
      total = newTotal
      done = 0
      write(total > 0 ? `${title} (${total})` : title)
    },
    tick(count = 1) {
      const quarter = quarters(done, total)
      done += count
      if (quarters(done, total) > quarter) write(`${title}: ${done}/${total}`)
    },
    note: (line) => write(`  ${clean(line, MAX_LINE)}`),
    end() {},
  }
}

const quarters = (done: number, total: number): number => (total > 0 ? Math.floor((done / total) * 4) : 0)

/** One bar for the step at hand; what is finished stays as a plain line above it. */
function barReporter(stream: NodeJS.WriteStream): Reporter {
  let title = ''
  let bar: SingleBar | null = null
  let done = 0
  let total = 0
  const hide = (): void => {
    bar?.stop()
    bar = null
  }
  const show = (): void => {
    bar = new SingleBar({ ...BAR, stream })
    bar.start(total, done, { title })
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
      if (total > 0) show()
      else stream.write(`${title}\n`)
    },
    tick(count = 1) {
      done += count
      bar?.update(Math.min(done, total))
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
