import { describeConformance } from '../../conformance/describe-conformance.ts'
import { describeRedirect } from '../../conformance/redirect-promises.ts'
import { openHouse, redirectHouse } from './world.ts'

describeConformance('Threads', () => openHouse(), { sideBySide: true })
describeRedirect('Threads', redirectHouse)
