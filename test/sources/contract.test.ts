import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { type Recording, testSource } from './contract.ts'

const SOURCES = new URL('../../pipeline/sources/', import.meta.url)
const RECORDINGS = new URL('./recordings/', import.meta.url)

const names = (folder: URL, extension: string) =>
  readdirSync(folder)
    .filter((file) => file.endsWith(extension))
    .map((file) => basename(file, extension))

it('has a recording for every source, and none besides', () => {
  expect(names(RECORDINGS, '.json').sort()).toEqual(names(SOURCES, '.ts').sort())
})

for (const name of names(SOURCES, '.ts')) {
  const file = new URL(`${name}.json`, RECORDINGS)
  if (existsSync(file)) testSource(name, JSON.parse(readFileSync(file, 'utf8')) as Recording)
}
