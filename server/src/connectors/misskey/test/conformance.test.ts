import { describeConformance } from '../../conformance/describe-conformance.ts'
import { describeRedirect } from '../../conformance/redirect-promises.ts'
import { openHouse, openSignIn } from './world.ts'

for (const variant of ['misskey', 'sharkey', 'firefish'] as const)
  describeConformance(`misskey on ${variant}`, () => openHouse(variant), { sideBySide: true })

describeRedirect('misskey on its fake', () => openSignIn())
