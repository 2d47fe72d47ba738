import { execFileSync, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { runAsCommand } from '../../scripts/lib/command.ts'
import { PROJECT } from '../kit/child.ts'
import { inTemporaryFolder } from '../kit/folder.ts'
import { type Look, watch } from './first_start/watch.ts'

const HELP = `Usage: npm run e2e -- first-start

What a person sees who starts Assay for the first time: clones the last commit of this checkout to a temporary folder,
runs "npm start" there (with the packages' set-up), and shows the terminal's text and whether the address answers after
5, 15, 30 and 60 seconds. From the first answer on it asks again ten times a second, and tells the slowest answer.
`
const LOOKS = [5, 15, 30, 60]
const LONGEST_STOP_MS = 30_000

/** Whether the address answered at the last look, every call since its first answer was answered, and the stop was clean. */
async function firstStart(): Promise<boolean> {
  return inTemporaryFolder(async (folder) => {
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', PROJECT, folder])
    const port = await freePort()
    const person = startIn(folder, port)
    try {
      const watched = await watch({ url: `http://127.0.0.1:${port}/`, text: person.text, looks: LOOKS })
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

function shown({ seconds, text, status }: Look): string {
  const answers = status === null ? 'no answer' : `answers ${status}`
  return `--- ${seconds} s, the address: ${answers}\n${indented(text)}`
}

const indented = (text: string): string => text.trimEnd().replaceAll(/^/gm, '  ')

/** `npm start` in a group of its own, as a terminal has it. */
function startIn(folder: string, port: number) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME }
  const child = spawn('npm', ['start', '--', '--port', String(port)], {
    ...{ cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (more: string) => {
      text += more
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const signal = (name: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name)
    } catch {
      // The whole group has ended.
    }
  }
  return {
    text: () => text,
    stop: () => {
      signal('SIGINT')
      return Promise.race([ended, sleep(LONGEST_STOP_MS, null, { ref: false })])
    },
    kill: () => signal('SIGKILL'),
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

await runAsCommand(import.meta.url, HELP, firstStart)
