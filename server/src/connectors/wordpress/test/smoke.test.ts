import { describeSmoke } from '../../../../test/smoke/describe-smoke.ts'
import { openHouse } from './world.ts'

describeSmoke('wordpress', './smoke.json', async () => {
  const { connectIo: _, world, ...house } = await openHouse()
  return { ...house, posts: world.posts }
})
