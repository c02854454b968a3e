import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { localOutbound } from '../../conformance/local-network.ts'
import { bluesky } from '../connector.ts'
import { connectAccount } from './accounts.ts'
import { startFakeBluesky } from './fake.ts'
import { readPublicPosts } from './world.ts'

describeHostileAnswers({
  'by app password': async () => {
    const fake = await startFakeBluesky()
    const outbound = localOutbound()
    const { did, handle, appPassword } = fake.createAccount('alice.test')
    const { account, credentials } = await connectAccount(outbound, {
      service: fake.url,
      handle,
      appPassword,
    })
    return {
      connector: bluesky,
      account,
      credentials,
      io: handIo(outbound, credentials),
      options: {},
      world: {
        posts: () => readPublicPosts(fake.url, did),
        revoke: async () => fake.revoke(did),
        rateLimitNext: async () => undefined,
        loseNextAnswer: async () => undefined,
        workOnNext: async () => undefined,
        slowMedia: null,
        block: null,
        optionMedia: null,
      },
      close: async () => {
        await outbound.close()
        await fake.close()
      },
    }
  },
})
