import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LOG_FILES } from '../../core/log/entries.ts'
import type { TreeHead } from '../../core/log/note.ts'
import { filesUnder } from '../../core/release/release.ts'

/**
 * True if the files of a log are unchanged since they were found intact, or written, at this head: reading all of them
 * takes minutes for millions of entries. The checkpoint, to which witnesses add, is excluded.
 */
export const isExamined = (root: string, head: TreeHead): boolean =>
  existsSync(noteFile(root)) && readFileSync(noteFile(root), 'utf8') === noteText(root, head)

/** Records that the log is intact at this head. */
export function recordExamined(root: string, head: TreeHead): void {
  const file = noteFile(root)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.writing`, noteText(root, head))
  renameSync(`${file}.writing`, file)
}

/** Beside the log, not part of it. */
const noteFile = (root: string): string => join(root, '..', 'state', 'log-examined')

function noteText(root: string, { size, root: treeRoot }: TreeHead): string {
  const sum = createHash('sha256')
  for (const path of [...filesUnder(root)].sort()) {
    if (path === LOG_FILES.checkpoint || path.endsWith('.writing')) continue
    const { ino, mtimeMs, size: bytes } = statSync(join(root, path))
    sum.update(`${path} ${ino} ${mtimeMs} ${bytes}\n`)
  }
  return `${size} ${Buffer.from(treeRoot).toString('hex')} ${sum.digest('hex')}\n`
}
