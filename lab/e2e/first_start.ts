import { runAsCommand } from '../../scripts/lib/command.ts'
import { inTemporaryFolder } from '../../test/kit/folder.ts'
import { cloneInto, freePort, startIn } from '../../test/kit/fresh_start.ts'
import { type Observation, watch } from './first_start/watch.ts'

const HELP = `Usage: npm run e2e -- first-start

What a person sees who starts Assay for the first time: clones the last commit of this checkout to a temporary folder,
runs "npm start" there (with the packages' set-up), and shows the terminal's text and whether the address answers after
5, 15, 30 and 60 seconds. From the first answer on it asks again ten times a second, and tells the slowest answer.
`
const LOOK_TIMES = [5, 15, 30, 60]

/** True if the address answered at the end, every call since its first answer was answered, and the stop was clean. */
async function firstStart(): Promise<boolean> {
  return inTemporaryFolder(async (folder) => {
    cloneInto(folder)
    const port = await freePort()
    const person = startIn(folder, port)
    try {
      const watched = await watch({ url: `http://127.0.0.1:${port}/`, text: person.text, looks: LOOK_TIMES })
      for (const look of watched.looks) console.log(shown(look))
      console.log(
        `First page after ${watched.firstPageAfter?.toFixed(1) ?? '-'} s; then ${watched.asked} calls, ${watched.failed} not answered, slowest ${watched.slowestMs.toFixed(0)} ms`,
      )
      const before = person.text().length
      const code = await person.stop()
      console.log(`After Ctrl-C (exit code ${code ?? '-'}):\n${indented(person.text().slice(before))}`)
      return watched.looks.at(-1)?.status === 200 && watched.failed === 0 && code === 0
    } finally {
      person.kill()
    }
  })
}

function shown({ seconds, text, status }: Observation): string {
  const answers = status === null ? 'no answer' : `answers ${status}`
  return `--- ${seconds} s, the address: ${answers}\n${indented(text)}`
}

const indented = (text: string): string => text.trimEnd().replaceAll(/^/gm, '  ')

await runAsCommand(import.meta.url, HELP, firstStart)
