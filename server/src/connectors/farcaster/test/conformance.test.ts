import { describeConformance } from '../../conformance/describe-conformance.ts'
import { openHouse } from './world.ts'

describeConformance('farcaster on its fake', openHouse, { sideBySide: true })
describeConformance("farcaster by the operator's key", () => openHouse(undefined, 'signer'), {
  sideBySide: true,
})
