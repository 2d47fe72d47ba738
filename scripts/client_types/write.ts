import { writeFileSync } from 'node:fs'
import { clientTypes, TYPES_FILE } from './types.ts'

writeFileSync(TYPES_FILE, await clientTypes())
