import { join } from 'node:path'

/** Path of the notes in a folder that packages are linked into; removed with it. */
export const notesIn = (folder: string): string => join(folder, 'node_modules/noted-models.ndjson')

/** The notes of the folder that this file lies in. */
export const NOTED = notesIn(join(import.meta.dirname, '../../..'))
