import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import type { OracleKey } from '../../core/interface/schemas/jwks.ts'
import { runAsCommand } from '../../scripts/lib/command.ts'
import { rotated, tamperedAttestations } from '../../test/attestations/altered.ts'
import { type ServedSample, servedSample } from '../../test/attestations/served.ts'
import { CHROMIUM, launchChromium } from '../../test/kit/chromium.ts'
import { openVerifyPage } from './verify_page/page.ts'

const HANDLE = 'sample-hedgerow-bell-ringer'
/** A service: the methodology of services has an address. */
const SERVICE = 'bus-desk-sample-example'
const HELP = `Usage: npm run e2e -- verify_page [--chromium FILE]

Serves the sample and opens /verify in Chromium: real attestations hold, altered ones, foreign and revoked keys do not,
offline once the keys are loaded; an agent holds, with its score step by step; so do days and files; all by the keyboard,
without an error in the console. Exit code: 0 all of that holds, 1 something does not.

  --chromium FILE  the browser (default: ${CHROMIUM})
`

/** One thing that the page was to show, and what it showed instead; null where it did. */
export interface Trial {
  name: string
  problem: string | null
}

/** Opens the page over a served sample and tries everything once. */
export async function tryPage(served: ServedSample, chromium = CHROMIUM): Promise<Trial[]> {
  const browser = await launchChromium(chromium)
  try {
    return [
      ...(await tryAttestations(browser, served)),
      ...(await tryTampered(browser, served)),
      ...(await tryAgent(browser, served)),
      ...(await tryDayAndFiles(browser, served)),
    ]
  } finally {
    await browser.close()
  }
}

const trial = (name: string, isRight: boolean, seen: unknown): Trial => ({
  name,
  problem: isRight ? null : JSON.stringify(seen),
})

/** Tries attestations that were sold: they verify, without requests once the keys are loaded. */
async function tryAttestations(browser: Browser, served: ServedSample): Promise<Trial[]> {
  const page = await openVerifyPage(browser, served.url)
  const sold = await Promise.all(
    [`metric=liveness&handle=${HANDLE}`, `metric=tier&handle=${HANDLE}`, 'metric=ghost_index'].map((query) =>
      served.attestation(query),
    ),
  )
  await page.goOffline()
  const trials: Trial[] = []
  for (const text of sold) {
    const seen = await page.check(text)
    const { metric } = JSON.parse(text) as { metric: string }
    const isRight = seen.verdict === 'held' && seen.text.includes('sample.assay.invalid/log')
    trials.push(trial(`an attestation of ${metric} holds, offline`, isRight, seen))
  }
  const none = await page.check('{"hello":"world"}')
  trials.push(trial('what is no attestation is called so', none.text.includes('is no attestation'), none))
  return [...trials, ...(await page.end())]
}

async function tryTampered(browser: Browser, served: ServedSample): Promise<Trial[]> {
  const sold = await served.attestation(`metric=liveness&handle=${HANDLE}`)
  const trials: Trial[] = []
  for (const [name, given] of Object.entries(await tamperedAttestations(sold, served.url))) {
    const page = await openVerifyPage(browser, served.url, given.jwks)
    const seen = await page.check(given.attestation)
    const isRight = seen.verdict === 'broken' && seen.text.includes('Do not rely on it')
    trials.push(trial(`${name} does not pass`, isRight, seen), ...(await page.end()))
  }
  return [...trials, ...(await tryRotated(browser, sold, served))]
}

/** Tries key rotation: signatures of an old key stay valid when another one signs. */
async function tryRotated(browser: Browser, sold: string, { url }: ServedSample): Promise<Trial[]> {
  const jwks = (await (await fetch(`${url}/.well-known/jwks.json`)).json()) as { keys: OracleKey[] }
  const issued = Date.parse((JSON.parse(sold) as { issued_at: string }).issued_at) / 1000
  const page = await openVerifyPage(browser, url, JSON.stringify(rotated(jwks, issued + 1)))
  const seen = await page.check(sold)
  return [
    trial('an attestation holds after a rotation', seen.verdict === 'held', seen),
    ...(await page.end()),
  ]
}

/** By the keyboard alone. */
async function tryAgent(browser: Browser, served: ServedSample): Promise<Trial[]> {
  const page = await openVerifyPage(browser, served.url)
  const seen = await page.enter(SERVICE)
  const isRight = seen.verdict === 'held' && seen.text.includes('Sum of the points')
  const nobody = await page.check('no-such-agent')
  return [
    trial('an agent holds, with the steps of its score', isRight, seen),
    trial('an unknown agent is called so', nobody.text.includes('check the handle'), nobody),
    // The browser tells of the 404 of the unknown agent.
    ...(await page.end(/404/)),
  ]
}

/** Tries a day, and files that were downloaded here or changed since. */
async function tryDayAndFiles(browser: Browser, { url }: ServedSample): Promise<Trial[]> {
  const page = await openVerifyPage(browser, url)
  const days = (await (await fetch(`${url}/log/entries/days.json`)).json()) as { date: string }[]
  const [first, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? '']
  const table = Buffer.from(await (await fetch(`${url}/data/agents.csv`)).arrayBuffer())
  const seen = {
    first: await page.enter(first),
    last: await page.enter(last),
    none: await page.enter('1999-01-01'),
    file: await page.choose('agents.csv', table),
    changed: await page.choose('agents.csv', Buffer.concat([table, Buffer.from('one,more,row\n')])),
    nothing: await page.enter('what is this?'),
  }
  const holds = (shown: { verdict: string; text: string }, part: string) =>
    shown.verdict === 'held' && shown.text.includes(part)
  return [
    trial('the first day holds', holds(seen.first, `the release of ${first}`), seen.first),
    trial(
      'the newest day is what is published',
      holds(seen.last, 'The release that is published'),
      seen.last,
    ),
    trial('a day that the log lacks is called so', seen.none.text.includes('has no day'), seen.none),
    trial('a file of the release holds', holds(seen.file, '/data/agents.csv'), seen.file),
    trial('a changed file is none of the release', seen.changed.verdict === 'partly', seen.changed),
    trial('what is nothing of these is called so', seen.nothing.text.includes('no handle'), seen.nothing),
    ...(await page.end(/404/)),
  ]
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: { chromium: { type: 'string', default: CHROMIUM } } })
  const served = await servedSample()
  try {
    const trials = await tryPage(served, values.chromium)
    for (const { name, problem } of trials)
      console.log(problem === null ? `right: ${name}` : `WRONG: ${name}: ${problem}`)
    return trials.every(({ problem }) => problem === null)
  } finally {
    await served.close()
  }
})
