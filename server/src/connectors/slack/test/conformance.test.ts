import { describeConformance } from '../../conformance/describe-conformance.ts'
import { describeRedirect } from '../../conformance/redirect-promises.ts'
import { wantedScopes } from '../app.ts'
import { openHouse, openSignIn } from './world.ts'

describeConformance('slack on its fake', () => openHouse(), { sideBySide: true })

describeConformance('slack in a private channel', () => openHouse(undefined, { channel: 'crew' }), {
  sideBySide: true,
})

describeConformance(
  'slack without the permission to read the channel',
  async () => {
    const house = await openHouse(undefined, {
      scopes: wantedScopes.filter((scope) => !scope.endsWith(':history')),
    })
    return { ...house, world: { ...house.world, engage: null } }
  },
  { sideBySide: true },
)

describeRedirect('slack on its fake', () => openSignIn())

describeRedirect('slack with tokens that end', () => openSignIn(true))
