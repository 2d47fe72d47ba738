import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** The browser where Debian installs it. */
export const CHROMIUM = '/usr/bin/chromium'

/** True if Chromium is installed. */
export const hasChromium = (file = CHROMIUM): boolean => existsSync(file)

/** Starts Chromium without a window, as root too. Throws if the file is not there. */
export async function launchChromium(file = CHROMIUM, args: string[] = []): Promise<Browser> {
  if (!hasChromium(file)) throw new Error(`There is no Chromium at ${file}: install it`)
  return chromium.launch({
    executablePath: file,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...args],
  })
}
