import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Artifact {
  id: number
  name: string
  created_at: string
  expired: boolean
  /** The number of the run that uploaded it. */
  run: number
}

interface Issue {
  number: number
  title: string
  isOpen: boolean
  said: string[]
}

interface State {
  artifacts: Artifact[]
  /** Number of artifacts that were ever uploaded. */
  uploads: number
  runs: { databaseId: number }[]
  issues: Issue[]
}

const START = Date.parse('2026-01-01T00:00:00Z')

/** A made-up repository on a disk: its artifacts, earlier runs and issues, which a program `gh` of its own reads. */
export class FakeGithub {
  /** A folder for the path, with programs that stand in for real ones. */
  readonly programs: string

  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
    this.programs = join(folder, 'programs')
    mkdirSync(this.programs, { recursive: true })
    this.#save({ artifacts: [], uploads: 0, runs: [], issues: [] })
    this.#addProgram('gh', readFileSync(join(import.meta.dirname, 'fake_gh.mjs'), 'utf8'))
    // A fake `date`: the campaign's day, at a time after all slots.
    const answers = [
      '[ "$*" = "-u +%F" ] && { echo "$FAKE_TODAY"; exit; }',
      '[ "$*" = "-u +%s" ] && exec /bin/date -u -d "$FAKE_TODAY 19:58" +%s',
    ]
    this.#addProgram('date', ['#!/bin/sh', ...answers, 'exec /bin/date "$@"', ''].join('\n'))
  }

  get state(): State {
    return JSON.parse(readFileSync(join(this.folder, 'state.json'), 'utf8')) as State
  }

  /** That a run of the daily workflow ended well. */
  addRun(): void {
    const { state } = this
    this.#save({ ...state, runs: [...state.runs, { databaseId: state.runs.length + 1 }] })
  }

  /** Stores a file as an artifact, in a zip as GitHub returns it; `overwrite` replaces one of its name in the same run. */
  upload(name: string, path: string, overwrite: boolean): void {
    const { state } = this
    const [id, run] = [state.uploads + 1, state.runs.length]
    execFileSync('zip', ['-q', '-0', '-j', join(this.folder, `${id}.zip`), path])
    const created_at = new Date(START + id * 1000).toISOString()
    const isReplaced = (artifact: Artifact) => overwrite && artifact.name === name && artifact.run === run
    const others = state.artifacts.filter((artifact) => !isReplaced(artifact))
    const artifacts = [...others, { id, name, created_at, expired: false, run }]
    this.#save({ ...state, artifacts, uploads: id })
  }

  /** Returns the size of each artifact of a name, the oldest first. */
  sizes(name: string): number[] {
    const found = this.state.artifacts.filter((artifact) => artifact.name === name)
    return found.map(({ id }) => statSync(join(this.folder, `${id}.zip`)).size)
  }

  /** Lays the files of the newest artifact whose name begins so into a folder. */
  download(prefix: string, folder: string): void {
    const found = this.state.artifacts.findLast(({ name }) => name.startsWith(prefix))
    if (found === undefined) throw new Error(`there is no artifact ${prefix}`)
    execFileSync('unzip', ['-q', '-o', '-d', folder, join(this.folder, `${found.id}.zip`)])
  }

  #save(state: State): void {
    writeFileSync(join(this.folder, 'state.json'), JSON.stringify(state))
  }

  #addProgram(name: string, text: string): void {
    const path = join(this.programs, name)
    writeFileSync(path, text)
    chmodSync(path, 0o755)
  }
}
