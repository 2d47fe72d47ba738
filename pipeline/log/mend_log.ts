import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { withLock } from '../../core/disk/lock.ts'
import { RunFailed } from '../../core/domain/errors.ts'
import { LOG_FILES } from '../../core/log/entries.ts'
import { findDamage, requireWholeLog } from './examine_log.ts'
import { logFolder } from './key.ts'

/**
 * Rebuilds the lists and tiles of a log that contradict its entries; returns their paths. Throws RunFailed for damage
 * that no other file of the log can restore, and changes nothing then.
 */
export function mendLog(output: string): Promise<string[]> {
  return withLock(output, async () => {
    const root = logFolder(output)
    if (!existsSync(join(root, LOG_FILES.checkpoint))) throw new RunFailed(`${root} holds no log`)
    const key = existsSync(join(root, LOG_FILES.key))
      ? readFileSync(join(root, LOG_FILES.key), 'utf8').trim()
      : ''
    const damage = findDamage(root, key)
    if (damage.some(({ repaired }) => repaired === null)) requireWholeLog(root, key)
    for (const { path, repaired } of damage) if (repaired !== null) write(join(root, path), repaired)
    requireWholeLog(root, key)
    return damage.map(({ path }) => path)
  })
}

// Never written in place: releases have hard links to the same file.
function write(target: string, bytes: string | Uint8Array): void {
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(`${target}.writing`, bytes)
  renameSync(`${target}.writing`, target)
}
