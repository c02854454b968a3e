import { agreeToAll, refuseAt } from '../../../../test/consent.ts'
import { describeConformance } from '../../conformance/describe-conformance.ts'
import { describeRedirect } from '../../conformance/redirect-promises.ts'
import { connectByOauth } from '../connect.ts'
import { atFake, openHouse } from './world.ts'

describeConformance('facebook on its fake', openHouse, { sideBySide: true })

describeRedirect('facebook on its fake', async () => {
  const { fake, connectIo, close } = await openHouse()
  const person = {
    agree: (url: string) => agreeToAll(atFake(fake, url)),
    refuse: (url: string) => refuseAt(atFake(fake, url)),
  }
  return { connect: connectByOauth, io: connectIo, input: {}, person, close }
})
