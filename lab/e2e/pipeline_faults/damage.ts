import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { OperationalError } from '../../../core/domain/errors.ts'
import { runSampleDay } from '../../../test/kit/sample_day.ts'
import {
  attempt,
  firstLine,
  requireRecovered,
  requireSameContent,
  requireServed,
  type Trial,
  type TrialSetup,
  Wrong,
} from './stand.ts'

type Damage = (path: string, chance: () => number) => void

const flip: Damage = (path, chance) => {
  const bytes = readFileSync(path)
  const at = Math.floor(chance() * bytes.length)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(chance() * 8))
  writeFileSync(path, bytes)
}
const DAMAGES: Record<string, Damage> = {
  'one bit flipped': flip,
  lost: (path) => rmSync(path),
  'cut short': (path, chance) =>
    truncateSync(path, Math.floor(chance() * Math.max(1, readFileSync(path).length - 1))),
}

/** Damages of so many files below a folder of the output, chosen by chance. */
export function damageTrials(
  names: string[],
  folder: string,
  ending: RegExp,
  count: number,
  chance: () => number,
): Trial[] {
  return names.flatMap((name) =>
    Array.from({ length: count }, (_, i) => ({
      name: `${folder}: ${name} (${i + 1})`,
      run: (output: string, stand: TrialSetup) =>
        damaged(output, stand, folder, ending, DAMAGES[name] ?? flip, chance),
    })),
  )
}

async function damaged(
  output: string,
  stand: TrialSetup,
  folder: string,
  ending: RegExp,
  damage: Damage,
  chance: () => number,
) {
  const files = readdirSync(join(output, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const path = files[Math.floor(chance() * files.length)] as string
  const about = relative(output, path)
  damage(path, chance)
  const first = await attempt(output, stand)
  if (!(first instanceof OperationalError)) {
    requireServed(output, first.manifest_sha256 ?? '')
    requireSameContent(output, stand)
    return { ended: 'right release' as const, detail: about }
  }
  if (!first.message.includes(path)) throw new Wrong(`${about} is not named: ${firstLine(first)}`)
  requireServed(output, stand.served)
  const [, day] = /--date (\S+) --offline/.exec(first.message) ?? []
  if (day === undefined) throw new Wrong(`no command repairs ${about}: ${first.message}`)
  await runSampleDay(output, day, { offline: true, baseUrl: stand.baseUrl })
  await requireRecovered(output, stand)
  return { ended: 'clear error' as const, detail: `${about}; repaired by deriving ${day}` }
}
