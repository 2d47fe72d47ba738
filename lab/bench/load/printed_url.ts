import type { Started } from '../../../test/kit/child.ts'

/** Resolves with the address that a server prints once it listens; rejects with its output if it exits first. */
export function printedUrl({ process: child, ended }: Started): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (text: string) => {
      said += text
      const [url] = /http:\/\/[\w.:[\]]+/.exec(said) ?? []
      if (url !== undefined) resolve(url)
    })
    ended.then(({ stderr }) => reject(new Error(`a server ended at once: ${stderr}`)), reject)
  })
}
