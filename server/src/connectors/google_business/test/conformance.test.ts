import { describeConformance } from '../../conformance/describe-conformance.ts'
import { describeRedirect } from '../../conformance/redirect-promises.ts'
import { openHouse, openSignIn } from './world.ts'

describeConformance('google_business on its fake', () => openHouse(), { sideBySide: true })

describeRedirect('google_business on its fake', () => openSignIn())
