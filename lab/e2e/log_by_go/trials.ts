import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '../../../test/kit/payments/trials.ts'
import { witnessLog } from '../../../witness/witness.ts'
import { type CheckByGo, cosignedByPython } from './go.ts'

/** A log to be checked, in a folder that the trials may change. */
export interface CopiedLog {
  output: string
  log: string
  /** Checkpoints of earlier days that were kept, as the log signed them. */
  older: string[]
}

/** The files of a log, one of each kind damaged in turn. */
const PARTS: [what: string, files: string][] = [
  ['an entry', 'tile/entries/**/*'],
  ['a tile of hashes', 'tile/0/**/*'],
  ['the checkpoint', 'checkpoint'],
  ['the key', 'key'],
]

/** A copy of the log of an output folder, and of the checkpoints that its releases and `older` hold. */
export function copyLog(from: string, to: string, older: string[] = []): CopiedLog {
  cpSync(join(from, 'log'), join(to, 'log'), { recursive: true })
  mkdirSync(join(to, 'older'), { recursive: true })
  const kept = [...older, ...globSync(join(from, 'releases/*/public/log/checkpoint'))]
  const copies = kept.map((file, i) => {
    const copy = join(to, 'older', String(i))
    cpSync(file, copy)
    return copy
  })
  return { output: to, log: join(to, 'log'), older: copies }
}

/** Go finds the whole log: each entry, tile and day, and all pairs of its checkpoints. */
export async function checkWhole(check: CheckByGo, { log, older }: CopiedLog): Promise<Finding> {
  const days = JSON.parse(readFileSync(join(log, 'entries/days.json'), 'utf8')).length
  const found = await check(log, older)
  const all = days + older.length + 1
  const { origin, size, tiles, inclusions, consistent_pairs: pairs } = found
  return {
    what: `${origin}: ${days} days, ${older.length} older checkpoints`,
    seen: `${size} entries, ${tiles} tiles, ${inclusions} inclusions, ${pairs} consistent pairs`,
    isRight: found.days === days && pairs === (all * (all - 1)) / 2 && inclusions > 0,
  }
}

/** Our witness cosigns it: Go still opens the note, and Python's cryptography verifies the cosignature. */
export async function checkCosigned(check: CheckByGo, { output, log, older }: CopiedLog): Promise<Finding[]> {
  let told = ''
  const print = (text: string) => {
    told += text
  }
  const [keyFile, stateFile, evidence] = ['key.pem', 'state.json', 'evidence'].map((name) =>
    join(output, 'witness', name),
  ) as [string, string, string]
  const order = { log: output, keyFile, stateFile, evidence, name: 'witness.example', logKey: undefined }
  await witnessLog({ ...order, now: () => Date.UTC(2026, 3, 1), print: print })
  const witness = /This witness is (\S+)/.exec(told)?.[1] ?? ''
  const { cosignatures } = await check(log, older)
  const checkpoint = join(log, 'checkpoint')
  const time = await cosignedByPython(checkpoint, witness)
  const false_ = join(output, 'false')
  writeFileSync(false_, flipped(readFileSync(checkpoint), 3))
  const ofOther = await cosignedByPython(false_, witness)
  return [
    { what: 'cosigned: opened by Go', seen: `${cosignatures} cosignature`, isRight: cosignatures === 1 },
    {
      what: "cosigned: by Python's cryptography",
      seen: `${time}; of another checkpoint ${ofOther}`,
      isRight: time === 'missing' || (time === Date.UTC(2026, 3, 1) / 1000 && ofOther === null),
    },
  ]
}

/** One bit flipped in each part of a log: Go refuses it. */
export async function checkDamaged(check: CheckByGo, { output, log }: CopiedLog): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [what, files] of PARTS) {
    const copy = join(output, 'damaged')
    cpSync(log, copy, { recursive: true })
    const [file = ''] = globSync(join(copy, files)).filter((path) => /\/(?:\d+|checkpoint|key)$/.test(path))
    const bytes = readFileSync(file)
    writeFileSync(file, flipped(bytes, Math.floor(bytes.length / 2)))
    const said = await check(copy).then(
      () => 'nothing',
      (error: Error) => error.message,
    )
    rmSync(copy, { recursive: true })
    findings.push({ what: `a bit of ${what}`, seen: said.slice(-100), isRight: said !== 'nothing' })
  }
  return findings
}

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}
