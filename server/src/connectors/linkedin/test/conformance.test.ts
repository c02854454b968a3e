import { describeConformance } from '../../conformance/describe-conformance.ts'
import { describeRedirect } from '../../conformance/redirect-promises.ts'
import { member, openHouse, openSignIn, page } from './world.ts'

describeConformance('linkedin for a page, whose posts can be listed', () => openHouse(page), {
  sideBySide: true,
})
describeConformance('linkedin for a person, of whom nothing can be read', () => openHouse(member), {
  sideBySide: true,
})
describeRedirect('linkedin on its fake', openSignIn)
