import { describeConformance } from '../../conformance/describe-conformance.ts'
import { describeRedirect } from '../../conformance/redirect-promises.ts'
import { openHouse, openSignIn } from './world.ts'

describeConformance('tumblr on its fake', () => openHouse(), { sideBySide: true })

describeRedirect('tumblr on its fake', () => openSignIn())
