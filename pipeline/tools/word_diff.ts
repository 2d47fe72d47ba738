import { diffWords } from 'diff'
import { clean } from '../../core/domain/text.ts'
import { showInvisible } from './invisible.ts'

/** A part of two texts: words that both have, or only the later (added) or the earlier one (removed). Cleaned. */
export interface WordSegment {
  change: 'kept' | 'added' | 'removed'
  text: string
}

/** Of each text, code points that are compared. */
const MAX_COMPARED_CHARS = 4_000
const MAX_SEGMENTS = 60
/** Of a segment of words that changed, and of one that was kept: more of these would repeat the description. */
const MAX_CHANGED_CHARS = 300
const MAX_KEPT_CHARS = 80
/** Of all segments together. */
const MAX_SHOWN_CHARS = 2_000
const MAX_EDITS = 1_000

/** Cleans a text whose characters that show nothing are told in words, so that their change can be seen. */
const cleanShown = (text: string): string => clean(showInvisible(text), MAX_COMPARED_CHARS)

/** Keeps the start and the end of words that did not change. */
function shortenKept(text: string): string {
  const points = [...text]
  if (points.length <= MAX_KEPT_CHARS) return text
  const half = MAX_KEPT_CHARS / 2
  return `${points.slice(0, half).join('')}…${points.slice(1 - half).join('')}`
}

const shortenSegment = ({ change, text }: WordSegment): WordSegment => ({
  change,
  text: change === 'kept' ? shortenKept(text) : cutChanged(text),
})

function cutChanged(text: string): string {
  const points = [...text]
  return points.length > MAX_CHANGED_CHARS ? `${points.slice(0, MAX_CHANGED_CHARS - 1).join('')}…` : text
}

function boundSegments(segments: readonly WordSegment[]): WordSegment[] {
  const shown: WordSegment[] = []
  let left = MAX_SHOWN_CHARS
  for (const segment of segments.slice(0, MAX_SEGMENTS).map(shortenSegment)) {
    left -= segment.text.length
    if (left < 0) break
    shown.push(segment)
  }
  return shown
}

/** Returns the words kept, added and removed between two third-party texts, bounded in number and length. */
export function diffWordsBounded(before: string, after: string): WordSegment[] {
  const [old, current] = [cleanShown(before), cleanShown(after)]
  const changes = diffWords(old, current, { maxEditLength: MAX_EDITS })
  if (changes === undefined)
    return boundSegments([
      { change: 'removed', text: old },
      { change: 'added', text: current },
    ])
  return boundSegments(
    changes.map(({ added, removed, value }) => ({
      change: added ? 'added' : removed ? 'removed' : 'kept',
      text: value,
    })),
  )
}
