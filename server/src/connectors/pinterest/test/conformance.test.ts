import { describeConformance } from '../../conformance/describe-conformance.ts'
import { describeRedirect } from '../../conformance/redirect-promises.ts'
import { openHouse, openSignIn } from './world.ts'

describeConformance('pinterest on its fake', () => openHouse(), { sideBySide: true })

describeRedirect('pinterest on its fake', () => openSignIn())
