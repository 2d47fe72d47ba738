import { expect, test } from 'vitest'
import { apart, sharedLoads } from '../../core/release/shared_loads.ts'

/** Loads that end when they are told to, and how many were begun. */
function loads() {
  const begun: PromiseWithResolvers<string>[] = []
  const load = (): Promise<string> => {
    const resolvers = Promise.withResolvers<string>()
    begun.push(resolvers)
    return resolvers.promise
  }
  return { begun, load }
}

test('calls for one key join the load that is under way, others begin their own', async () => {
  const { begun, load } = loads()
  const share = sharedLoads()
  const asked = [share('a', load), share('a', load), share('b', load)]
  expect(begun).toHaveLength(2)
  begun.forEach((resolvers, nth) => {
    resolvers.resolve(`load ${nth}`)
  })
  expect(await Promise.all(asked)).toEqual(['load 0', 'load 0', 'load 1'])
  void share('a', load)
  expect(begun).toHaveLength(3)
})

test('a load that failed fails for all who waited, and is begun anew', async () => {
  const { begun, load } = loads()
  const share = sharedLoads()
  const asked = [share('a', load), share('a', load)]
  begun[0]?.reject(new Error('EIO'))
  for (const read of asked) await expect(read).rejects.toThrow('EIO')
  void share('a', load)
  expect(begun).toHaveLength(2)
})

test('apart, each call loads for itself', () => {
  const { begun, load } = loads()
  for (const key of ['a', 'a']) void apart(key, load)
  expect(begun).toHaveLength(2)
})
