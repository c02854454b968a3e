import { Readable } from 'node:stream'
import { MissingBytes, type ReadHeaders, StorageUnavailable } from '../storage.ts'
import type { Bucket, BucketOptions, BucketSettings, ObjectBody, StoredObject } from './bucket.ts'
import { statusOf, WrongLength } from './bucket-trouble.ts'
import { callBucket } from './call-bucket.ts'
import type { Client, OpenedBucket, Sdk } from './opened-bucket.ts'
import { putFile } from './put-file.ts'
import { readBody } from './read-body.ts'

/** Opens a bucket. The client library is loaded here, so that it costs nothing where the media lie on a disk. */
export async function openS3Bucket(settings: BucketSettings, options: BucketOptions): Promise<Bucket> {
  const sdk = await import('@aws-sdk/client-s3')
  const opened: OpenedBucket = {
    sdk,
    client: createClient(sdk, settings, settings.endpoint, options),
    settings,
    options,
    at: (name) => ({ Bucket: settings.bucket, Key: settings.prefix + name }),
    call: (work) =>
      callBucket({ callMs: options.callMs, bytes: 0, isRepeatable: true }, (abortSignal) =>
        work({ abortSignal }),
      ),
  }
  const { client, at, call } = opened
  return {
    put: (name, file) => putFile(opened, name, file),
    putText: (name, text) =>
      call((sending) =>
        client.send(
          new sdk.PutObjectCommand({ ...at(name), Body: text, ContentLength: Buffer.byteLength(text) }),
          sending,
        ),
      ).then(() => undefined),
    get: (name, range) => getObject(opened, name, range),
    sizeOf: (name) => sizeOf(opened, name),
    delete: (name) =>
      call((sending) => client.send(new sdk.DeleteObjectCommand(at(name)), sending)).then(() => undefined),
    list: (start) => listObjects(opened, start),
    abortUploads: (now, olderThanMs) => abortUploads(opened, now, olderThanMs),
    check: () => checkBucket(opened),
    signRead: (name, headers, seconds) => signRead(opened, name, headers, seconds),
    close: () => client.destroy(),
  }
}

const ignore = () => undefined
const silence = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore }

function createClient(
  { S3Client }: Sdk,
  settings: BucketSettings,
  endpoint: string,
  { callMs, lookup }: BucketOptions,
): Client {
  const { region, accessKeyId, secretAccessKey, addressing } = settings
  // A reader who pauses a film keeps a connection, and must not keep an upload from getting one.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, ...(lookup ? { lookup } : {}) }
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: addressing === 'path',
    // Many relatives of S3 refuse the checksums that the library sends otherwise.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The library asks for permission to send on a connection of its own each time, which `agent` has no part in.
    expectContinueHeader: false,
    // The library would write to the terminal what its errors say too.
    logger: silence,
    // `callBucket` repeats what may be repeated.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: callMs, httpAgent: agent, httpsAgent: agent },
  })
}

async function getObject(
  { sdk, client, at, call, options }: OpenedBucket,
  name: string,
  range: { start: number; end: number } | null,
): Promise<ObjectBody> {
  const Range = range ? { Range: `bytes=${range.start}-${range.end - 1}` } : {}
  const answer = await call((sending) =>
    client.send(new sdk.GetObjectCommand({ ...at(name), ...Range }), sending),
  )
  const { Body: body, ContentLength: bytes } = answer
  if (!(body instanceof Readable)) throw new StorageUnavailable('no_object_storage')
  if (bytes === undefined || (range && bytes !== range.end - range.start)) {
    body.destroy()
    throw new StorageUnavailable('bucket_broken', {
      cause: new WrongLength(`${bytes} bytes were announced for ${JSON.stringify(range)}.`),
    })
  }
  // The next read reports a break between two reads.
  body.on('error', () => undefined)
  const stream = Readable.from(readBody(body, bytes, options.callMs), { objectMode: false })
  // A stream that is destroyed before its first read never begins to run `readBody`.
  stream.once('close', () => body.destroy())
  return { bytes, stream }
}

async function sizeOf(opened: OpenedBucket, name: string): Promise<number | null> {
  const { sdk, client, at, call } = opened
  try {
    const answer = await call((sending) => client.send(new sdk.HeadObjectCommand(at(name)), sending))
    return answer.ContentLength ?? 0
  } catch (error) {
    if (!isMissing(error)) throw error
    // An answer without a body does not say whether the object is missing or its bucket.
    await checkBucket(opened)
    return null
  }
}

async function checkBucket({ sdk, client, call, settings }: OpenedBucket): Promise<void> {
  try {
    await call((sending) => client.send(new sdk.HeadBucketCommand({ Bucket: settings.bucket }), sending))
  } catch (error) {
    if (isMissing(error)) throw new StorageUnavailable('bucket_missing', { cause: error })
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof MissingBytes || (error instanceof Error && statusOf(error.cause) === 404)
}

async function* listObjects(
  { sdk, client, call, settings }: OpenedBucket,
  start: string,
): AsyncGenerator<StoredObject> {
  let next: string | undefined
  do {
    const answer = await call((sending) =>
      client.send(
        new sdk.ListObjectsV2Command({
          Bucket: settings.bucket,
          Prefix: settings.prefix + start,
          ...(next === undefined ? {} : { ContinuationToken: next }),
        }),
        sending,
      ),
    )
    for (const { Key, Size, LastModified } of answer.Contents ?? []) {
      if (Key === undefined || LastModified === undefined) continue
      yield { name: Key.slice(settings.prefix.length), bytes: Size ?? 0, storedAt: LastModified }
    }
    next = answer.IsTruncated === true ? answer.NextContinuationToken : undefined
  } while (next !== undefined)
}

async function abortUploads(
  { sdk, client, call, settings }: OpenedBucket,
  now: Date,
  olderThanMs: number,
): Promise<number> {
  const { Bucket, Prefix } = { Bucket: settings.bucket, Prefix: settings.prefix }
  const answer = await call((sending) =>
    client.send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix }), sending),
  )
  const old = (answer.Uploads ?? []).filter(
    ({ Initiated }) => Initiated !== undefined && now.getTime() - Initiated.getTime() >= olderThanMs,
  )
  for (const { Key, UploadId } of old)
    await call((sending) =>
      client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }), sending),
    )
  return old.length
}

/** A reader's address is signed for the host that the reader reaches. */
async function signRead(
  { sdk, at, settings, options }: OpenedBucket,
  name: string,
  headers: ReadHeaders,
  seconds: number,
): Promise<string | null> {
  if (settings.publicEndpoint === null) return null
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
  const command = new sdk.GetObjectCommand({
    ...at(name),
    ResponseContentType: headers.contentType,
    ResponseContentDisposition: headers.contentDisposition,
    ResponseCacheControl: headers.cacheControl,
  })
  return getSignedUrl(createClient(sdk, settings, settings.publicEndpoint, options), command, {
    expiresIn: seconds,
  })
}
