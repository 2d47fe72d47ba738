#!/usr/bin/env node
// Stands in for the program `gh`: artifacts, runs and issues of a made-up repository, which lie in the folder FAKE_GITHUB.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const STATE = join(process.env.FAKE_GITHUB ?? '', 'state.json')
const state = JSON.parse(readFileSync(STATE, 'utf8'))
const args = process.argv.slice(2)
const option = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
const save = () => writeFileSync(STATE, JSON.stringify(state))

/** Prints what `--jq` makes of an answer. */
function print(answer) {
  const { stdout, status } = spawnSync('jq', ['-r', option('--jq') ?? '.'], {
    input: JSON.stringify(answer),
    encoding: 'utf8',
  })
  process.stdout.write(stdout)
  process.exitCode = status
}

const address = args.find((one) => one.startsWith('repos/')) ?? ''
const [, id] = /artifacts\/(\d+)\/zip$/.exec(address) ?? []
const [, name] = /artifacts\?name=([\w.-]+)/.exec(address) ?? []
const number = Number(args[2])
if (args.includes('DELETE')) {
  const [, gone] = /artifacts\/(\d+)$/.exec(address) ?? []
  state.artifacts = state.artifacts.filter((artifact) => artifact.id !== Number(gone))
  rmSync(join(process.env.FAKE_GITHUB ?? '', `${gone}.zip`))
  save()
} else if (/^repos\/[\w-]+\/[\w-]+$/.test(address)) print({ private: false, has_issues: true })
else if (/artifacts\?per_page=/.test(address)) print({ artifacts: state.artifacts })
else if (id !== undefined)
  spawnSync('cat', [join(process.env.FAKE_GITHUB ?? '', `${id}.zip`)], { stdio: 'inherit' })
else if (name !== undefined) {
  const artifacts = state.artifacts.filter((one) => one.name === name)
  print({ total_count: artifacts.length, artifacts })
} else if (args[0] === 'run') print(state.runs)
else if (args[0] === 'issue' && args[1] === 'list') print(state.issues.filter((one) => one.isOpen))
else if (args[0] === 'issue' && args[1] === 'create') {
  state.issues.push({
    number: state.issues.length + 1,
    title: option('--title'),
    isOpen: true,
    said: [option('--body')],
  })
  save()
} else if (args[0] === 'issue') {
  const issue = state.issues.find((one) => one.number === number)
  issue.said.push(option('--body') ?? option('--comment'))
  if (args[1] === 'close') issue.isOpen = false
  save()
} else {
  process.stderr.write(
    `fake gh: ${args.join(' ')} is not known${existsSync(STATE) ? '' : ', and it has no state'}\n`,
  )
  process.exitCode = 1
}
