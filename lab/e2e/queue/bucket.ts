import { ingestBucket } from '../../../cli/ingest_workers.ts'
import { fakeSettings } from '../../../test/kit/s3/bucket.ts'
import { FakeStore } from '../../../test/kit/s3/fake.ts'
import { missingPrograms, newBucket, startGateway } from '../store/gateway.ts'

/** The bucket of a campaign. */
export interface CampaignBucket {
  /** The kind of bucket, for messages. */
  name: string
  /** Its settings, as a process gets them. */
  settings: Record<string, string>
  /** Number of objects. */
  count(): Promise<number>
  close(): Promise<void>
}

/** A bucket of Ceph's gateway where that is installed and wanted, else of the store of the tests. */
export async function openBucket(folder: string, isReal: boolean): Promise<CampaignBucket> {
  const isCeph = isReal && missingPrograms().length === 0
  const server = isCeph ? await startGateway(folder) : await new FakeStore().listen()
  const { accessKeyId, secretAccessKey, endpoint } =
    server instanceof FakeStore ? fakeSettings(server) : await newBucket(server.url, 'bucket')
  const settings = {
    ...{ RELEASE_STORE: 's3://bucket/live', S3_ENDPOINT: endpoint, S3_REGION: 'us-east-1' },
    ...{ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
  }
  return {
    name: isCeph ? "Ceph's gateway" : 'the store of the tests',
    settings,
    count: async () => (await Array.fromAsync(ingestBucket(settings).list(''))).length,
    close: () => server.close(),
  }
}
