import { join } from 'node:path'

/** Where notes lie in a folder that packages are linked into; they go with it. */
export const notesIn = (folder: string): string => join(folder, 'node_modules/noted-models.ndjson')

/** The notes of the folder that this file lies in. */
export const NOTED = notesIn(join(import.meta.dirname, '../../..'))
