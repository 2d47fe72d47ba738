/** Published prices of a provider, in US dollars, without free tiers. */
export interface StorePrices {
  name: string
  /** A GB for a month. */
  storage: number
  /** A million requests that write or list. */
  puts: number
  /** A million requests that read. */
  gets: number
  /** A GB that leaves the provider. */
  egress: number
  source: string
}

/** As published in the summer of 2026. */
export const STORES: readonly StorePrices[] = [
  {
    ...{ name: 'Cloudflare R2', storage: 0.015, puts: 4.5, gets: 0.36, egress: 0 },
    source: 'https://developers.cloudflare.com/r2/pricing/',
  },
  {
    ...{ name: 'AWS S3, us-east-1', storage: 0.023, puts: 5, gets: 0.4, egress: 0.09 },
    source: 'https://aws.amazon.com/s3/pricing/',
  },
]

/** A machine with two cores and 8 GB. */
export const MACHINE = {
  name: 'AWS t3.large',
  hour: 0.0832,
  source: 'https://aws.amazon.com/ec2/pricing/on-demand/',
}

/** Releases in a bucket (pipeline/release_store/publish.ts), days of a month, its hours. */
export const STORED_RELEASES = 7
export const DAYS_OF_MONTH = 30
export const HOURS_OF_MONTH = 730
