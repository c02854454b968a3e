import { describeSmoke } from '../../../../test/smoke/describe-smoke.ts'
import { localOutbound } from '../../conformance/local-network.ts'
import { bluesky } from '../connector.ts'
import { connectAccount } from './accounts.ts'
import { startFakeBluesky } from './fake.ts'
import { readPosts } from './world.ts'

describeSmoke('bluesky', './smoke.json', async () => {
  const fake = await startFakeBluesky()
  const outbound = localOutbound()
  const { did, handle, appPassword } = fake.createAccount('alice.test')
  return {
    connector: bluesky,
    ...(await connectAccount(outbound, { service: fake.url, handle, appPassword })),
    outbound,
    posts: () => readPosts(fake.url, did),
    close: async () => {
      await outbound.close()
      await fake.close()
    },
  }
})
