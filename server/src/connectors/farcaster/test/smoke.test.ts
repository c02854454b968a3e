import { describeSmoke } from '../../../../test/smoke/describe-smoke.ts'
import { openHouse } from './world.ts'

describeSmoke('farcaster', './smoke.json', async () => {
  const { world, ...house } = await openHouse()
  return { ...house, posts: world.posts }
})
