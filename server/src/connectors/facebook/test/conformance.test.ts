import { describeConformance } from '../../conformance/describe-conformance.ts'
import { describeRedirect } from '../../conformance/redirect-promises.ts'
import { openHouse, openSignIn } from './world.ts'

describeConformance('facebook on its fake', openHouse, { sideBySide: true })

describeRedirect('facebook on its fake', openSignIn)
