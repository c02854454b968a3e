import type { PostRequest } from './post-request.ts'

/** How many bytes a post brings to the database, however its request was framed. */
export function estimatePostBytes(request: PostRequest): number {
  const { post, platformConfigurations, accountConfigurations, metadata } = request
  const texts = [
    post.caption?.value ?? '',
    ...(post.media?.value ?? []).map(({ altText }) => altText ?? ''),
    platformConfigurations === null ? '' : JSON.stringify(platformConfigurations),
    accountConfigurations === null ? '' : JSON.stringify(accountConfigurations),
  ]
  let bytes = 0
  for (const text of texts) bytes += Buffer.byteLength(text)
  for (const [name, value] of Object.entries(metadata)) bytes += Buffer.byteLength(name + value)
  return bytes
}
