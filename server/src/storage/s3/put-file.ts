import { createReadStream } from 'node:fs'
import pLimit from 'p-limit'
import type { FilePiece } from './bucket.ts'
import { callBucket } from './call-bucket.ts'
import type { OpenedBucket } from './opened-bucket.ts'

/** S3 takes at most 5 GB with one call, and 10,000 parts of a file. */
const partBytes = 16 * 1024 * 1024
const partsAtOnce = 3

/** Stores a file under a name: with one call, or a large one in parts that appear together. */
export async function putFile(opened: OpenedBucket, name: string, file: FilePiece): Promise<void> {
  if (file.bytes <= 2 * partBytes) {
    const { sdk, client, at } = opened
    await send(opened, file, { start: 0, end: file.bytes }, (body, abortSignal) =>
      client.send(new sdk.PutObjectCommand({ ...at(name), ...body }), { abortSignal }),
    )
    return
  }
  const uploadId = await beginParts(opened, name)
  try {
    const parts = await putParts(opened, name, uploadId, file)
    await completeParts(opened, { name, uploadId, parts, bytes: file.bytes })
  } catch (error) {
    await abortParts(opened, name, uploadId)
    throw error
  }
}

interface Body {
  readonly Body: ReturnType<typeof createReadStream> | Buffer
  readonly ContentLength: number
}

/** Sends bytes of the file with a call that may be repeated. */
async function send<Result>(
  { options: { callMs } }: OpenedBucket,
  { path }: FilePiece,
  { start, end }: { start: number; end: number },
  work: (body: Body, abortSignal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const bytes = end - start
  return callBucket({ callMs, bytes, isRepeatable: true }, async (abortSignal) => {
    if (bytes === 0) return work({ Body: Buffer.alloc(0), ContentLength: 0 }, abortSignal)
    const stream = createReadStream(path, { start, end: end - 1, highWaterMark: 256 * 1024 })
    try {
      return await work({ Body: stream, ContentLength: bytes }, abortSignal)
    } finally {
      stream.destroy()
    }
  })
}

async function beginParts({ sdk, client, at, call }: OpenedBucket, name: string): Promise<string> {
  const answer = await call((sending) => client.send(new sdk.CreateMultipartUploadCommand(at(name)), sending))
  if (answer.UploadId === undefined) throw new Error('The object storage began an upload without an id.')
  return answer.UploadId
}

interface Part {
  readonly PartNumber: number
  readonly ETag: string | undefined
}

/** After a failure no further part is begun, and it is thrown once those that were on their way have ended. */
async function putParts(
  opened: OpenedBucket,
  name: string,
  uploadId: string,
  file: FilePiece,
): Promise<Part[]> {
  const { sdk, client, at } = opened
  const limit = pLimit({ concurrency: partsAtOnce, rejectOnClear: true })
  const starts = Array.from({ length: Math.ceil(file.bytes / partBytes) }, (_, index) => index * partBytes)
  const results = await Promise.allSettled(
    starts.map((start, index) =>
      limit(async () => {
        const end = Math.min(file.bytes, start + partBytes)
        const target = { ...at(name), UploadId: uploadId, PartNumber: index + 1 }
        try {
          return await send(opened, file, { start, end }, async (body, abortSignal) => {
            const { ETag } = await client.send(new sdk.UploadPartCommand({ ...target, ...body }), {
              abortSignal,
            })
            return { PartNumber: index + 1, ETag }
          })
        } catch (error) {
          limit.clearQueue()
          throw error
        }
      }),
    ),
  )
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}

interface PutParts {
  readonly name: string
  readonly uploadId: string
  readonly parts: Part[]
  readonly bytes: number
}

/** The one call that may not be repeated. When its answer is lost, the object says whether it was done: the name is new. */
async function completeParts(
  opened: OpenedBucket,
  { name, uploadId, parts, bytes }: PutParts,
): Promise<void> {
  const { sdk, client, at, options } = opened
  try {
    await callBucket({ callMs: options.callMs * 2, bytes: 0, isRepeatable: false }, (abortSignal) =>
      client.send(
        new sdk.CompleteMultipartUploadCommand({
          ...at(name),
          UploadId: uploadId,
          MultipartUpload: { Parts: parts },
        }),
        { abortSignal },
      ),
    )
  } catch (error) {
    const found = await opened
      .call((sending) => client.send(new sdk.HeadObjectCommand({ ...at(name) }), sending))
      .catch(() => null)
    if (found?.ContentLength !== bytes) throw error
  }
}

async function abortParts(
  { sdk, client, at, call }: OpenedBucket,
  name: string,
  UploadId: string,
): Promise<void> {
  // Parts that cannot be removed now are left to `abortUploads`.
  await call((sending) =>
    client.send(new sdk.AbortMultipartUploadCommand({ ...at(name), UploadId }), sending),
  ).catch(() => undefined)
}
