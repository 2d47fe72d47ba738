/**
 * Tells the service whose state the environment names that a release may be served, though the log does not end with it:
 * who may write there speaks for its operator. Gives a sentence that says what is left to do.
 */
export async function allowRelease(release: string, output: string): Promise<string> {
  const elsewhere = `Each service whose state is elsewhere serves it after: npm run assay -- known-log accept ${release}`
  const { readServiceConfig } = await import('../serving/service/config.ts')
  const { selectStores } = await import('../serving/service/store/open.ts')
  const { KnownLogs } = await import('../serving/service/release/known_log/known_logs.ts')
  const { indexName } = await import('../serving/service/release/known_log/open_guard.ts')
  const { readSettings } = await import('./settings.ts')
  try {
    const config = readServiceConfig(process.env, output)
    const stores = selectStores(config)
    if (stores.missing('ledger') !== null) return `${elsewhere}.`
    const db = await stores.openLedger()
    await new KnownLogs(db)
      .allow(indexName(config, readSettings(process.env).baseUrl), release)
      .finally(() => db.close())
    return `The service of ${output} may serve it. ${elsewhere}.`
  } catch (error) {
    return `The service could not be told (${(error as Error).message}). ${elsewhere}.`
  }
}
