const ENDS = /(?<=[.!?…]["')\]]?)(?<!\b(?:e\.g|i\.e|etc|vs)\.)\s+(?=\S)|(?<=[。！？])|(?<=[؟।])\s*|\n+/u

/** A longer sentence is read in parts that overlap: no search takes more than a few of these. */
const MAX_CHARS = 600
const OVERLAP = 200

function* cutLong(sentence: string): Generator<string> {
  for (let start = 0; start === 0 || start + OVERLAP < sentence.length; start += MAX_CHARS - OVERLAP)
    yield sentence.slice(start, start + MAX_CHARS).trim()
}

/** Splits a text into sentences; an end is a sign before white space, so that addresses and file names stay whole. */
export const splitSentences = (text: string): string[] =>
  text.split(ENDS).flatMap((sentence) => [...cutLong(sentence.trim())].filter((part) => part !== ''))
