import { agreeToAll, refuseAt } from '../../../../test/consent.ts'
import { describeConformance } from '../../conformance/describe-conformance.ts'
import { describeRedirect } from '../../conformance/redirect-promises.ts'
import { instagram } from '../connector.ts'
import { hereAt, openDoor, openHouse, ways } from './world.ts'

describeConformance('instagram through Facebook', () => openHouse(instagram, 'facebook'), {
  sideBySide: true,
})

for (const login of ['facebook', 'instagram'] as const) {
  describeRedirect(`instagram through ${login}`, async () => {
    const { fake, connectIo, close } = await openDoor()
    const person = {
      agree: (url: string) => agreeToAll(hereAt(fake, url)),
      refuse: (url: string) => refuseAt(hereAt(fake, url)),
    }
    return { connect: ways[login], io: connectIo, input: {}, person, close }
  })
}
