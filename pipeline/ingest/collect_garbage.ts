import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Frees the heap's garbage now. V8 collects it when JavaScript allocates, so that what a long fetch left would stay
 * beside the memory of the database statements that come next.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
