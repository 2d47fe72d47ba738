import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LOG_FILES } from '../../core/log/entries.ts'
import type { TreeHead } from '../../core/log/note.ts'
import { filesUnder } from '../../core/release/release.ts'

/**
 * Whether the files of a log are the very ones that were found whole, or were written, at this head: to read all of them
 * again takes minutes where a log has millions of entries. The checkpoint, to which witnesses add, is left out.
 */
export const isExamined = (root: string, head: TreeHead): boolean =>
  existsSync(noteFile(root)) && readFileSync(noteFile(root), 'utf8') === noteText(root, head)

/** Notes that the log is whole at this head. */
export function noteExamined(root: string, head: TreeHead): void {
  const file = noteFile(root)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.writing`, noteText(root, head))
  renameSync(`${file}.writing`, file)
}

/** Beside the log, and no part of it. */
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
