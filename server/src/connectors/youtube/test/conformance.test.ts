import { describeConformance } from '../../conformance/describe-conformance.ts'
import { describeRedirect } from '../../conformance/redirect-promises.ts'
import { openHouse, openSignIn } from './world.ts'

describeConformance('youtube on its fake', () => openHouse(), { sideBySide: true })

describeRedirect('youtube on its fake', openSignIn)
