import { describeSmoke } from '../../../../test/smoke/describe-smoke.ts'
import { openHouse, page } from './world.ts'

describeSmoke('linkedin', './smoke.json', async () => {
  const { connectIo, world, ...house } = await openHouse(page)
  return { ...house, installation: connectIo, posts: world.posts }
})
