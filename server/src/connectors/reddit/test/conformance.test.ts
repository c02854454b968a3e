import { describeConformance } from '../../conformance/describe-conformance.ts'
import { describeRedirect } from '../../conformance/redirect-promises.ts'
import { openHouse, openSignIn } from './world.ts'

describeConformance('reddit on its fake', () => openHouse(), { sideBySide: true })

describeRedirect('reddit on its fake', () => openSignIn())
