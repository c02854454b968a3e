import { describeConformance } from '../../conformance/describe-conformance.ts'
import { openHouse } from './world.ts'

describeConformance('forem on its fake', () => openHouse(), { sideBySide: true })
