import { describeConformance } from '../../conformance/describe-conformance.ts'
import { openHouse } from './world.ts'

describeConformance('hashnode on its fake', () => openHouse(), { sideBySide: true })
