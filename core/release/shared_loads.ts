/** Runs a load, or joins the one that is under way for the same key. */
export type JoinLoad = <T>(key: string, load: () => Promise<T>) => Promise<T>

/**
 * Every call loads for itself. For hosts on which a call must not depend on another: a Worker drops what a request
 * began once that request is over or was cancelled, and all who wait for it with it.
 */
export const apart: JoinLoad = (_key, load) => load()

/** Concurrent calls share the result, or the error, of a load; a failed load is not cached. */
export function sharedLoads(): JoinLoad {
  const underWay = new Map<string, Promise<unknown>>()
  return <T>(key: string, load: () => Promise<T>): Promise<T> => {
    const begun = underWay.get(key)
    if (begun !== undefined) return begun as Promise<T>
    const loading = load().finally(() => underWay.delete(key))
    underWay.set(key, loading)
    return loading
  }
}
