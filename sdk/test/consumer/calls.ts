// A program of somebody else, which is compiled and never run: each expected error is one that the compiler must find.
import {
  ApiError,
  answerOf,
  type CrierEvent,
  createClient,
  InvalidRequestError,
  type Post,
  type PostResult,
  type ProblemCode,
  type SocialAccount,
  verifyWebhook,
} from '@crier/sdk'
import { createAppClient } from '@crier/sdk/app'
import { resumable } from '@crier/sdk/resumable'

export async function publish(file: Blob): Promise<Post> {
  const client = createClient({
    baseUrl: 'https://crier.example.org',
    apiKey: 'crier_live_1',
    uploader: resumable(),
  })
  const [account]: SocialAccount[] = await client.socialAccounts.list().toArray()
  const { media_id } = await client.media.upload(file, { onProgress: ({ sentBytes }) => sentBytes.toFixed() })
  const caption: string | undefined = undefined
  return client.posts.create(
    { caption, media: [media_id], social_accounts: [account?.id ?? ''] },
    { idempotencyKey: '1' },
  )
}

export async function wrongCalls(): Promise<void> {
  const client = createClient({ baseUrl: 'https://crier.example.org', apiKey: 'crier_live_1' })
  // @ts-expect-error Accounts are needed.
  await client.posts.create({ caption: 'To nobody' })
  // @ts-expect-error There is no such field.
  await client.posts.create({ social_accounts: [], colour: 'green' })
  // @ts-expect-error A caption is a text.
  await client.posts.create({ social_accounts: [], caption: 1 })
  // @ts-expect-error There is no such status.
  client.posts.list({ status: 'flying' })
  // @ts-expect-error An id is needed.
  await client.posts.get()
  // @ts-expect-error There is no such operation.
  await client.posts.publish('1')
  // @ts-expect-error A read has no idempotency key.
  await client.posts.get('1', {}, { idempotencyKey: '1' })
  // @ts-expect-error Only a change of a post that was read can be bound to it.
  await client.posts.create({ social_accounts: [] }, { ifMatch: '"1"' })
  // @ts-expect-error A list is walked, or asked for a page.
  client.posts.list().data.at(0)
  const post = await client.posts.get('1', { expand: ['results'] })
  // @ts-expect-error Results are there only if they were asked for.
  post.results.at(0)
  const results: PostResult[] | undefined = post.results
  results?.map(({ platform_data }) => platform_data.url?.length)
  // @ts-expect-error A client has a key or a session.
  createClient({ baseUrl: 'https://crier.example.org' })
  // @ts-expect-error It has not both.
  createClient({ baseUrl: 'https://crier.example.org', apiKey: '1', session: { workspace: '1' } })
  // @ts-expect-error There is no such mode.
  createClient({ baseUrl: 'https://crier.example.org', session: { workspace: '1', mode: 'dry' } })
}

export async function receive(body: string, headers: Headers): Promise<string | null> {
  const event: CrierEvent = await verifyWebhook(body, headers, ['whsec_1', 'whsec_2'])
  switch (event.type) {
    case 'post_result.failed':
      return event.data.error?.message ?? null
    case 'post.posted':
      // @ts-expect-error The event of a whole post has no address on one network.
      return event.data.url
    default:
      return event.created_at
  }
}

export async function change(id: string): Promise<Post> {
  const client = createClient({ baseUrl: 'https://crier.example.org', apiKey: 'crier_live_1' })
  const post = await client.posts.get(id)
  return client.posts.update(id, { caption: 'Better' }, { ifMatch: answerOf(post)?.etag })
}

export function explain(error: unknown): string {
  if (error instanceof InvalidRequestError)
    return error.errors.map(({ pointer, detail }) => pointer + detail).join()
  if (!(error instanceof ApiError)) return 'unknown'
  const code: ProblemCode | (string & {}) = error.code
  // @ts-expect-error A status is a number.
  const status: string = error.status
  return error.code === 'already_posted' ? code : status
}

export async function signIn(): Promise<string[]> {
  const app = createAppClient()
  const { workspaces } = await app.signIn({ email: 'ada@example.org', password: 'a long sentence of mine' })
  // @ts-expect-error A password is needed.
  await app.signIn({ email: 'ada@example.org' })
  // @ts-expect-error There is no such role.
  await app.members.changeRole(workspaces[0]?.id ?? '', '1', { role: 'emperor' })
  return workspaces.map(({ name }) => name)
}
