import { describeSmoke } from '../../../../test/smoke/describe-smoke.ts'
import { openHouse } from './world.ts'

describeSmoke('vk', './smoke.json', async () => {
  const { connectIo, world, ...house } = await openHouse()
  return { ...house, installation: connectIo, posts: world.posts }
})
