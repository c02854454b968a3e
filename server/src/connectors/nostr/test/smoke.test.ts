import { describeSmoke } from '../../../../test/smoke/describe-smoke.ts'
import { openHouse } from './world.ts'

describeSmoke('nostr', './smoke.json', async () => {
  const { connectIo, world, ...house } = await openHouse()
  return { ...house, posts: world.posts }
})
