import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Connector, Failure } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { removeApp, setApp } from '../../src/platform-apps/set-app.ts'
import { resumePublishing } from '../../src/publishing/person/pause-publishing.ts'
import { type HostileNetwork, reply, startHostileNetwork } from '../attacks/hostile-network.ts'
import { type Newsroom, openNewsroom } from './newsroom.ts'
import { until } from './until.ts'

let network: HostileNetwork
let room: Newsroom
let connector: Connector
beforeAll(async () => {
  network = await startHostileNetwork()
  connector = withApp(network.connector)
  room = await openNewsroom({ connectors: [...connectors, connector] })
})
afterAll(async () => {
  await room.stop()
  network.close()
})

/** This network asks for an app of the operator and answers 402 when that may not publish. */
function withApp(plain: Connector): Connector {
  return {
    ...plain,
    app: Type.Object(
      { client_id: Type.String(), client_secret: Type.String({ format: 'password' }) },
      { additionalProperties: false },
    ),
    connect: plain.connect.map((way) => ({ ...way, needsApp: true })),
    prepare: async (_step, io) => {
      await io.app()
      return { outcome: 'ready', artefacts: {} }
    },
    commit: async (step, io) => {
      try {
        return await plain.commit(step, io)
      } catch (error) {
        if (!(error instanceof Failure) || !error.message.endsWith(' 402.')) throw error
        throw new Failure('app_unusable', 'The app has no credit left.')
      }
    },
  }
}

const settings = { client_id: 'ours', client_secret: 'secret' }
const form = (handle: string) => ({
  platform: 'hostile',
  fields: { handle, network_class: 'list' },
})
const begin = (handle: string) => room.request('POST', '/v1/social-accounts/connect', { body: form(handle) })
const shown = async () => {
  const { data } = (await room.request('GET', '/v1/platforms')).json
  return data.find(({ platform }: { platform: string }) => platform === 'hostile')
}
const release = () =>
  resumePublishing(
    room.db,
    { platform: 'hostile', workspaceId: null },
    room.context.config.timings.prepareLeadMs,
  )
/** The worker looks again at a target that it held. A pause that ends meanwhile leaves the release to the worker. */
const secondLooksAreOver = () =>
  until(
    async () => room.app.worker.pool.inUse,
    (connections) => connections === 0,
  )

describe('a network that asks for an app of the operator', () => {
  it('connects nobody without one, and says what the operator must do', async () => {
    const answer = await begin('nobody')
    expect([answer.status, answer.json.code]).toEqual([409, 'platform_not_ready'])
    expect(answer.json.detail).toContain('PLATFORM_HOSTILE_CLIENT_ID, PLATFORM_HOSTILE_CLIENT_SECRET')
    const platform = await shown()
    expect([platform.app_configured, platform.ways[0].missing[0].code]).toEqual([false, 'app'])
  })

  it('takes only an app that its form accepts', async () => {
    const half = setApp(room.context, connector, { client_id: 'ours' })
    await expect(half).rejects.toMatchObject({ status: 422 })
  })

  it('connects accounts once the app is set', async () => {
    await setApp(room.context, connector, settings)
    const platform = await shown()
    expect([platform.app_configured, platform.ways[0].missing]).toEqual([true, []])
    expect((await begin('someone')).json.status).toBe('connected')
  })

  it('is paused while the app is gone, and its posts go out after that', async () => {
    const account = (await begin('waiting')).json.social_accounts[0]
    network.set('waiting', { publishes: true, answer: (socket) => reply(socket, 200, { id: 'w1' }) })
    await removeApp(room.context, 'hostile')
    const post = await room.post({ caption: 'Soon', social_accounts: [account] })
    await room.settled(post.id, ['held'])
    const [held] = await room.results(post.id)
    expect([held?.held_reason, held?.error?.code]).toEqual(['paused', 'app_refused_by_network'])
    await setApp(room.context, connector, settings)
    await release()
    await room.settled(post.id, ['posted'])
    expect(network.commits('waiting')).toHaveLength(1)
  })

  it('is paused by the first refusal of the app: nothing more is sent, also for other accounts', async () => {
    const [first, second] = await Promise.all(
      ['poor', 'next'].map(async (handle) => (await begin(handle)).json.social_accounts[0]),
    )
    network.set('poor', {
      publishes: false,
      answer: (socket) => reply(socket, 402, {}),
      afterwards: { publishes: true, answer: (socket) => reply(socket, 200, { id: 'p1' }) },
    })
    network.set('next', { publishes: true, answer: (socket) => reply(socket, 200, { id: 'n1' }) })
    const refused = await room.post({ caption: 'One', social_accounts: [first] })
    await room.settled(refused.id, ['held'])
    const other = await room.post({ caption: 'Two', social_accounts: [second] })
    await room.settled(other.id, ['held'])
    expect([network.commits('poor').length, network.commits('next').length]).toEqual([1, 0])
    await secondLooksAreOver()
    expect(await release()).toBe(2)
    await room.settled(refused.id, ['posted'])
    await room.settled(other.id, ['posted'])
    expect([network.posts('poor').length, network.posts('next').length]).toEqual([1, 1])
  })
})
