import { describeSmoke } from '../../../../test/smoke/describe-smoke.ts'
import { localOutbound } from '../../conformance/local-network.ts'
import { mastodon } from '../connector.ts'
import { startFakeMastodon } from './fake.ts'
import { connectAccount } from './world.ts'

describeSmoke('mastodon', './smoke.json', async () => {
  const fake = await startFakeMastodon({ variant: 'mastodon-2026' })
  const outbound = localOutbound()
  return {
    connector: mastodon,
    ...(await connectAccount(outbound, { instance: fake.url, token: fake.token })),
    outbound,
    posts: async () => fake.posts,
    close: async () => {
      await outbound.close()
      await fake.close()
    },
  }
})
