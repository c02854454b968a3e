import Type from 'typebox'
import { continueConnect } from '../../connections/continue-connect.ts'
import { idParams } from '../schemas.ts'
import { signInCookie } from '../sign-in-cookie.ts'
import { definePersonOperation } from './person-operation.ts'
import { closed } from './schemas.ts'

/** The way from the app to a network and back. */
export const connectOfPersonOperations = [
  definePersonOperation({
    id: 'continueConnect',
    method: 'POST',
    audit: { none: 'It only leads to the network.' },
    path: '/app/connect-attempts/{id}/continue',
    who: 'person',
    thing: 'connect attempt',
    summary: 'Go on to the network to sign in there',
    description:
      'For an attempt that was begun in this session. Sets a cookie, with which the browser is known again when it comes back from the network; it is then sent to `/accounts/connect/{platform}?attempt={id}`.',
    problems: [403, 404, 409],
    params: idParams,
    response: Type.Object({ url: Type.String({ format: 'uri' }) }, { title: 'ConnectTrip', ...closed }),
    successExample: { url: 'https://social.example.org/oauth/authorize?state=f3a1' },
    run: async ({ context, person: { sessionId, userId } }, { params }) => {
      const { url, secret } = await continueConnect(context, params.id, {
        findSessionId: async () => sessionId,
        personId: userId,
      })
      return { body: { url }, cookies: [signInCookie(context.config.publicUrl, params.id, secret)] }
    },
  }),
]
