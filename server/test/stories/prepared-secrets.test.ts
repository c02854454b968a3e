import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Connector, Failure } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { type FakeServer, startFakeServer } from '../../src/connectors/kit/fakes/fake-server.ts'
import { sandbox } from '../../src/connectors/sandbox/connector.ts'
import { sweepPreparedSecrets } from '../../src/publishing/worker/calling/prepared-secrets.ts'
import { resealAll } from '../../src/secrets/reseal-all.ts'
import { connectByHandle } from '../attacks/hostile-network.ts'
import { plainPicture } from '../plain-pictures.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'
import { until } from './until.ts'
import { uploadFile } from './upload-file.ts'

const token = randomBytes(16).toString('hex')

let network: FakeServer
let room: Newsroom
/** Set, the connector names an upload address of another server than the commit does. */
let elsewhere: string | null = null
beforeAll(async () => {
  network = await startFakeServer({
    routes: { '*': () => ({ status: 201, json: { id: 'made' } }) },
    internalError: null,
  })
  const uploading: Connector = {
    ...sandbox,
    platform: 'uploading',
    name: 'Uploading',
    connect: [connectByHandle('http://uploading.example/')],
    networkClass: () => ({ class: 'blind', heldForMs: null }),
    prepare: async ({ artefacts }, io) => {
      if (artefacts.begun === undefined) {
        const address = `${elsewhere ?? network.url}/upload/${token}?part=last`
        return { outcome: 'pending', artefacts: { begun: true }, secrets: { address }, againInMs: 0 }
      }
      // Another round knows the secret of the one before.
      if (typeof (await io.secrets()).address !== 'string')
        throw new Failure('invalid', 'The address is gone.')
      return { outcome: 'ready', artefacts }
    },
    compose: ({ draft }) => ({
      method: 'POST',
      url: `${network.url}/upload`,
      secretUrl: 'address',
      headers: {},
      body: {
        parts: [
          { name: 'caption', value: draft.text },
          ...draft.media.map(({ id, mimeType, bytes }) => ({
            name: 'photo',
            fileName: 'photo.png',
            mimeType,
            file: { mediaId: id, start: 0, end: bytes },
          })),
        ],
      },
    }),
    commit: async (_step, io) => {
      await io.sendOnce({})
      return { outcome: 'published', remoteId: 'made', url: `${network.url}/made`, reference: null }
    },
    settle: async () => ({ outcome: 'not_found' }),
  }
  room = await openNewsroom({ connectors: [...connectors, uploading] })
})
afterAll(async () => {
  await room.stop()
  await network.close()
})

async function publish(caption: string): Promise<{ id: string; picture: Buffer }> {
  const account = await room.connect('uploading', { handle: caption })
  const picture = await plainPicture(40, 30, 'teal')
  const media = await uploadFile(room, 'photo.png', picture, 'image/png')
  const post = await room.post({ caption, media: [media], social_accounts: [account] })
  return { id: post.id, picture }
}

describe('the secrets of something that was prepared', () => {
  it('lead a form with its file to the secret address, and stand nowhere in what is stored', async () => {
    const { id, picture } = await publish('With a secret')
    await room.settled(id, ['posted'])
    const [call] = network.calls
    expect(call?.url.href).toBe(`${network.url}/upload/${token}?part=last`)
    const type = { 'content-type': call?.headers['content-type'] ?? '' }
    const form = await new Response(new Uint8Array(call?.body ?? []), { headers: type }).formData()
    expect(form.get('caption')).toBe('With a secret')
    const photo = form.get('photo')
    if (!(photo instanceof File)) throw new Error('No file arrived.')
    expect(Buffer.from(await photo.arrayBuffer()).equals(picture)).toBe(true)
    expect(call?.headers['content-length']).toBe(String(call?.body.length))

    const stored = await room.db.rows<{ text: string }>(room.sql`
      select to_jsonb(t) || to_jsonb(c) || to_jsonb(s) || jsonb_build_object('request', convert_from(c.request, 'UTF8')) as text
      from targets t join commits c on c.target_id = t.id join prepared_secrets s on s.target_id = t.id
      where t.post_id = ${id}`)
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).toContain('/upload')
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  it('are never sent to another server than the one that the commit names', async () => {
    elsewhere = 'http://127.0.0.1:9'
    const before = network.calls.length
    const { id } = await publish('Elsewhere')
    await until(
      async () => (await room.results(id))[0]?.attempts ?? [],
      (attempts) => attempts.some(({ outcome }) => outcome === 'not_sent'),
    )
    expect(network.calls.length).toBe(before)
    // Between two tries.
    await until(
      async () => (await room.request('POST', `/v1/posts/${id}/cancel`)).status,
      (status) => status === 200,
    )
  })

  it('are sealed anew with the others when the key is replaced, and forgotten a day after the end', async () => {
    const pass = await resealAll(room.context, () => undefined)
    expect(pass.unreadable).toEqual([])
    expect(await sweepPreparedSecrets(room.context)).toBe(0)
    await room.db.run(room.sql`update targets set updated_at = updated_at - interval '2 days'`)
    expect(await sweepPreparedSecrets(room.context)).toBe(2)
  })
})
