/** The date of the Workers runtime that the tests run. */
export const COMPATIBILITY_DATE = '2026-07-01'

/** `wrangler.json` for the Worker: its module and the bucket with the releases. */
export function workerSettings(): string {
  const settings = {
    name: 'assay',
    main: 'worker.js',
    no_bundle: true,
    compatibility_date: COMPATIBILITY_DATE,
    r2_buckets: [{ binding: 'RELEASES', bucket_name: 'assay-releases' }],
  }
  return `${JSON.stringify(settings, null, 2)}\n`
}
