// @module-tag slow
import { describeConformance } from '../../conformance/describe-conformance.ts'
import { describeRedirect } from '../../conformance/redirect-promises.ts'
import { openHouse, openSignIn, openVideoHouse } from './world.ts'

describeConformance('tiktok with photos on its fake', () => openHouse(), { sideBySide: true })

describeConformance('tiktok with videos on its fake', () => openVideoHouse(), { sideBySide: true })

describeRedirect('tiktok on its fake', openSignIn)
