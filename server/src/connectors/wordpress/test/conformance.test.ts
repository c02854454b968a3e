import { describeConformance } from '../../conformance/describe-conformance.ts'
import { describeRedirect } from '../../conformance/redirect-promises.ts'
import { openHouse, openSignIn } from './world.ts'

describeConformance('wordpress on its fake', () => openHouse(), { sideBySide: true })

describeRedirect('wordpress on its fake', () => openSignIn())
