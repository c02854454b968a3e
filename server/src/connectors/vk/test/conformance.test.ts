import { describeConformance } from '../../conformance/describe-conformance.ts'
import { describeRedirect } from '../../conformance/redirect-promises.ts'
import { vk } from '../connector.ts'
import { openHouse, openSignIn, ownWall } from './world.ts'

describeConformance('vk, a community on its fake', () => openHouse(), { sideBySide: true })

describeConformance('vk, the wall of a person on its fake', () => openHouse(vk, ownWall), {
  sideBySide: true,
})

describeRedirect('vk on its fake', () => openSignIn())
