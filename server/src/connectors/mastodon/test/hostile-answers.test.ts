import {
  type Conversation,
  connectingByForm,
  connectingByPage,
  publishing,
} from '../../../../test/hostile/conversations.ts'
import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { describeHostileConnecting } from '../../../../test/hostile/describe-hostile-connecting.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import { connectByToken } from '../connect.ts'
import { mastodon } from '../connector.ts'
import { startFakeMastodon } from './fake.ts'
import type { VariantName } from './fake-variants.ts'
import { mastodonConformance, redirectHouse, variantNames } from './world.ts'

describeHostileAnswers(async () => [
  ...(await Promise.all(variantNames.map(async (name) => publishing(name, await mastodonConformance(name))))),
  ...(await Promise.all(variantNames.map(async (name) => byToken(name)))),
  // These two have ways of their own to sign in.
  connectingByPage('on a page of Mastodon', mastodon, await redirectHouse('mastodon-2026')),
  connectingByPage('on a page of Pixelfed', mastodon, await redirectHouse('pixelfed')),
])

describeHostileConnecting(async () => {
  const fake = await startFakeMastodon({ variant: 'mastodon-2026' })
  return {
    platform: 'mastodon',
    url: fake.url,
    ways: (instance) => ({ token: { instance, access_token: fake.token }, oauth: { instance } }),
    close: fake.close,
  }
})

async function byToken(variant: VariantName): Promise<Conversation> {
  const fake = await startFakeMastodon({ variant })
  const outbound = localOutbound()
  return connectingByForm(`by token at ${variant}`, mastodon, {
    connect: connectByToken,
    io: identifyIo(outbound),
    input: { instance: fake.url, access_token: fake.token },
    close: async () => {
      await outbound.close()
      await fake.close()
    },
  })
}
