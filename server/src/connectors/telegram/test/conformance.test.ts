import { describeConformance } from '../../conformance/describe-conformance.ts'
import { openHouse } from './world.ts'

describeConformance('telegram on its fake', () => openHouse(), { sideBySide: true })
