import { describeConformance } from '../../conformance/describe-conformance.ts'
import { describeRedirect } from '../../conformance/redirect-promises.ts'
import { openHouse, openSignIn } from './world.ts'

describeConformance('X on its fake', () => openHouse(), { sideBySide: true })
describeRedirect('X on its fake', openSignIn)
