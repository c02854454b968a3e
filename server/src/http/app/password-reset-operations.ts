import Type from 'typebox'
import { requestReset } from '../../people/reset/request-reset.ts'
import { readReset, setNewPassword } from '../../people/reset/set-new-password.ts'
import { definePersonOperation } from './person-operation.ts'
import { closed, done, isDone, password, shownLanguage } from './schemas.ts'

const token = Type.String({ maxLength: 100, description: 'The secret at the end of the link.' })
const tokenExample = 'uXb0Q2mN4fT8sKcVJ1dRz5yLgHw7aPeE3iOo6tBnMqU'

/** The way back for somebody who has forgotten their password. */
export const passwordResetOperations = [
  definePersonOperation({
    id: 'requestPasswordReset',
    method: 'POST',
    audit: { none: 'It tells nobody whether the address is known, and the log must not either.' },
    path: '/app/password-reset',
    who: 'anybody',
    summary: 'Ask for a link to set a new password',
    description:
      'The answer does not say whether anybody has the address. If somebody has, a link is mailed; without a mail server the log tells the operator how to make one.',
    body: Type.Object({ email: Type.String({ maxLength: 320 }), shown_language: shownLanguage }, closed),
    response: done,
    problems: [429],
    bodyExample: { email: 'ada@example.org', shown_language: 'en' },
    successExample: isDone,
    run: async ({ context: { db }, browser }, { body }) => {
      const { email, shown_language: language } = body
      await requestReset(db, { email, shownLanguage: language }, browser.ip)
      return { body: isDone }
    },
  }),
  definePersonOperation({
    id: 'readPasswordReset',
    method: 'POST',
    audit: { none: 'It changes nothing.' },
    path: '/app/password-reset/read',
    who: 'anybody',
    summary: 'Ask whose password a link sets',
    body: Type.Object({ token }, closed),
    response: Type.Object({ email: Type.String() }, closed),
    problems: [404],
    bodyExample: { token: tokenExample },
    successExample: { email: 'ada@example.org' },
    run: async ({ context: { db } }, { body }) => ({ body: await readReset(db, body.token) }),
  }),
  definePersonOperation({
    id: 'setNewPassword',
    method: 'POST',
    audit: { action: 'person.reset_password', writtenBy: 'verb' },
    path: '/app/password-reset/finish',
    who: 'anybody',
    summary: 'Set a new password by the secret of a link',
    description: 'The link works once. Every session of the person ends, and nobody is signed in.',
    body: Type.Object({ token, password }, closed),
    response: done,
    problems: [404],
    bodyExample: { token: tokenExample, password: 'another one, longer still' },
    successExample: isDone,
    run: async ({ context, browser }, { body }) => {
      await setNewPassword(context, body.token, body.password, browser)
      return { body: isDone, session: null }
    },
  }),
]
