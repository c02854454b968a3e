import type { BucketOptions, BucketSettings } from './bucket.ts'

export type Sdk = typeof import('@aws-sdk/client-s3')
export type Client = InstanceType<Sdk['S3Client']>

/** An open bucket as its verbs need it. */
export interface OpenedBucket {
  readonly sdk: Sdk
  readonly client: Client
  readonly settings: BucketSettings
  readonly options: BucketOptions
  /** Makes one of our names a name in the bucket. */
  at(name: string): { readonly Bucket: string; readonly Key: string }
  /** Makes a call without a body that may be repeated. */
  call<Result>(work: (sending: { abortSignal: AbortSignal }) => Promise<Result>): Promise<Result>
}
