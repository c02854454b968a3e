import { describeConformance } from '../../conformance/describe-conformance.ts'
import { describeRedirect } from '../../conformance/redirect-promises.ts'
import { instagram } from '../connector.ts'
import { openHouse, openSignIn } from './world.ts'

describeConformance('instagram through Facebook', () => openHouse(instagram, 'facebook'), {
  sideBySide: true,
})

for (const login of ['facebook', 'instagram'] as const)
  describeRedirect(`instagram through ${login}`, () => openSignIn(login))
