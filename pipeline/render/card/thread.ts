import { drawCard } from './draw.ts'

export default drawCard
