import { describe, expect, test } from 'vitest'
import {
  findSignature,
  openNote,
  parseNoteKey,
  verifierKeyText,
  verifyCheckpoint,
} from '../../verify/note.ts'
import { testKey } from './keys.ts'

// Of the tests of golang.org/x/mod/sumdb/note.
const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const ENOCH = 'EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop'
const TEXT =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
const PETER_LINE =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n'
const ENOCH_LINE =
  '— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n'
// The example of c2sp.org/tlog-cosignature; the keys behind it are not published.
const COSIGNED = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
`

describe('verifier keys', () => {
  test('the published ones are read and written', () => {
    for (const line of [PETER, ENOCH]) expect(verifierKeyText(parseNoteKey(line))).toBe(line)
  })

  test('no part of one, and none with another character, is taken', () => {
    for (let i = 0; i < PETER.length; i += 1) {
      expect(() => parseNoteKey(PETER.slice(i + 1)), String(i)).toThrow()
      expect(() => parseNoteKey(PETER.slice(0, i)), String(i)).toThrow()
      const next = String.fromCharCode(PETER.charCodeAt(i) + 1)
      expect(() => parseNoteKey(PETER.slice(0, i) + next + PETER.slice(i + 1)), String(i)).toThrow()
    }
  })

  test.each([
    'PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==',
    'PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  ])('%s, of a wrong length or algorithm, is refused', (line) => {
    expect(() => parseNoteKey(line)).toThrow()
  })
})

describe('signed notes', () => {
  test('the published signatures fit, each its own key', () => {
    const note = openNote(`${TEXT}\n${PETER_LINE}${ENOCH_LINE}`)
    expect(note.body).toBe(TEXT)
    for (const line of [PETER, ENOCH]) expect(findSignature(note, parseNoteKey(line))).toEqual({ time: null })
  })

  test('none fits another text, or a key whose line is missing', () => {
    const peter = parseNoteKey(PETER)
    expect(findSignature(openNote(`${TEXT}x\n\n${PETER_LINE}`), peter)).toBeNull()
    expect(findSignature(openNote(`${TEXT}\n${ENOCH_LINE}`), peter)).toBeNull()
  })

  test.each([
    TEXT,
    `${TEXT}\n`,
    `${TEXT}\n${PETER_LINE.slice(0, -1)}`,
    `\u0001${TEXT}\n${PETER_LINE}`,
    `${TEXT}\n${PETER_LINE.replace('PeterNeumann', 'Bad Name')}`,
    `${TEXT}\n${PETER_LINE}Unexpected line.\n`,
    `${TEXT}\n${PETER_LINE.repeat(101)}`,
  ])('malformed notes are refused: %j', (text) => {
    expect(() => openNote(text)).toThrow()
  })

  test('bytes that are not UTF-8 are refused', () => {
    expect(() =>
      openNote(Uint8Array.of(0xff, ...new TextEncoder().encode(`${TEXT}\n${PETER_LINE}`))),
    ).toThrow()
  })
})

describe('checkpoints', () => {
  const log = testKey('log.example/1', 1)
  const witness = testKey('witness.example/w', 4)
  const body = `log.example/1\n7\n${btoa('r'.repeat(32))}\n`
  const note = openNote(`${body}\n${log.sign(body)}${witness.sign(body, 1_700_000_000)}`)

  test('the example of the specification is read', () => {
    const { body, signatures } = openNote(COSIGNED)
    expect(body.split('\n').slice(0, 2)).toEqual(['example.com/behind-the-sofa', '20852163'])
    expect(signatures.map(({ id, bytes }) => [id, bytes.length])).toEqual([
      ['033de0ae', 64],
      ['8d66cf3f', 72],
    ])
  })

  test('a checkpoint and its cosignature are taken, with the time of the latter', () => {
    expect(verifyCheckpoint(note, log.key)).toMatchObject({
      origin: 'log.example/1',
      size: 7,
      extensions: [],
    })
    expect(findSignature(note, witness.key)).toEqual({ time: 1_700_000_000 })
  })

  test('a cosignature of another time, or of another log, is none', () => {
    const line = witness.sign(body, 1_700_000_000)
    const bytes = Uint8Array.from(atob(line.split(' ')[2] as string), (char) => char.charCodeAt(0))
    bytes[11] = (bytes[11] as number) ^ 1
    const later = `— witness.example/w ${btoa(String.fromCharCode(...bytes))}\n`
    expect(findSignature(openNote(`${body}\n${later}`), witness.key)).toBeNull()
    expect(findSignature(openNote(`${body.replace('7', '8')}\n${line}`), witness.key)).toBeNull()
  })

  test.each([
    ['another key has signed it', testKey('log.example/1', 1, 'b'.repeat(32)).key, body],
    ['it is of another log', log.key, body.replace('log.example/1', 'log.example/2')],
    ['its size is no number', log.key, body.replace('7', '07')],
    ['its root is too short', log.key, `log.example/1\n7\n${btoa('r')}\n`],
  ])('a checkpoint is refused where %s', (_, key, text) => {
    expect(() => verifyCheckpoint(openNote(`${text}\n${log.sign(text)}`), key)).toThrow()
  })
})
