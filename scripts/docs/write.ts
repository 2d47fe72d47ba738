import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientTypes, TYPES_FILE } from '../client_types/types.ts'
import { drawPicture } from './picture.ts'
import { referencePages } from './reference.ts'

const folder = join(import.meta.dirname, '../../docs/reference')
mkdirSync(folder, { recursive: true })
for (const [name, text] of Object.entries(await referencePages())) writeFileSync(join(folder, name), text)
writeFileSync(join(folder, '../agent.svg'), await drawPicture())
writeFileSync(TYPES_FILE, await clientTypes())
