import { test } from 'vitest'
import { everyWindow } from '../model/x402_windows.ts'

test('every window of every operator and chain equals a count payment by payment, in many worlds', async () => {
  await everyWindow(50)
}, 180_000)
