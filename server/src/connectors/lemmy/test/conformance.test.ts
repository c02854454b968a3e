import { describeConformance } from '../../conformance/describe-conformance.ts'
import { openHouse } from './world.ts'

for (const version of ['0.19.11', '1.0.0'])
  describeConformance(`lemmy ${version} on its fake`, () => openHouse(version), { sideBySide: true })
