import Type from 'typebox'
import { roles } from '../../callers/roles.ts'
import { changePassword } from '../../people/change-password.ts'
import { getPerson } from '../../people/get-person.ts'
import { endOtherSessions, endSession } from '../../people/sessions/end-sessions.ts'
import { listSessions } from '../../people/sessions/list-sessions.ts'
import { prove } from '../../people/sessions/prove.ts'
import { getSetup, setUp } from '../../people/set-up.ts'
import { signIn } from '../../people/sign-in/sign-in.ts'
import { id, time } from '../schemas.ts'
import { definePersonOperation } from './person-operation.ts'
import { closed, done, isDone, password } from './schemas.ts'

const person = Type.Object(
  {
    id,
    email: Type.String(),
    created_at: time,
    workspaces: Type.Array(
      Type.Object(
        {
          id,
          name: Type.String(),
          timezone: Type.String(),
          role: Type.Enum([...roles]),
          subscription: Type.Enum(['active', 'inactive']),
        },
        closed,
      ),
    ),
  },
  { title: 'Person', ...closed },
)

const personExample = {
  id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b21',
  email: 'ada@example.org',
  created_at: '2026-03-01T08:00:00.000Z',
  workspaces: [
    {
      id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b22',
      name: 'Ada',
      timezone: 'Europe/Berlin',
      role: 'owner',
      subscription: 'active',
    },
  ],
}

const session = Type.Object(
  {
    id,
    is_current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
    ip: Type.String({ description: 'The address that signed in.' }),
    user_agent: Type.String({ description: 'The browser that signed in, as it calls itself.' }),
    created_at: time,
    last_used_at: time,
  },
  { title: 'Session', ...closed },
)

/** The first owner, signing in and out, and the sessions of a person. */
export const sessionOperations = [
  definePersonOperation({
    id: 'getSetup',
    method: 'GET',
    path: '/app/setup',
    who: 'anybody',
    summary: 'Ask whether the server waits for its first owner',
    response: Type.Object(
      {
        is_needed: Type.Boolean(),
        needs_token: Type.Boolean({
          description: 'Whether the owner needs the token that the server printed.',
        }),
      },
      closed,
    ),
    successExample: { is_needed: true, needs_token: false },
    run: async ({ context: { db }, isAtMachine }) => ({ body: await getSetup(db, isAtMachine) }),
  }),
  definePersonOperation({
    id: 'setUp',
    method: 'POST',
    path: '/app/setup',
    who: 'anybody',
    summary: 'Become the first owner',
    description:
      'Happens once, and signs the owner in. It needs the token that the server printed at its start, unless the browser runs on the same machine and only that machine reaches the server.',
    body: Type.Object(
      {
        email: Type.String({ maxLength: 320 }),
        password,
        token: Type.Optional(Type.String({ maxLength: 100 })),
      },
      closed,
    ),
    response: person,
    problems: [409],
    bodyExample: { email: 'ada@example.org', password: 'a long sentence of mine' },
    successExample: personExample,
    run: async ({ context: { db, secretKeys }, browser, isAtMachine: isTrusted }, { body }) => {
      const input = { ...body, token: body.token ?? null }
      const begun = await setUp(db, secretKeys, input, { isTrusted, browser })
      return { body: await getPerson(db, begun), session: begun }
    },
  }),
  definePersonOperation({
    id: 'signIn',
    method: 'POST',
    path: '/app/sign-in',
    who: 'anybody',
    summary: 'Sign in by password',
    description:
      'Sets the cookie of a new session, whatever cookie was sent. A session ends after a week without use, and after thirty days.',
    body: Type.Object({ email: Type.String({ maxLength: 320 }), password }, closed),
    response: person,
    problems: [401],
    bodyExample: { email: 'ada@example.org', password: 'a long sentence of mine' },
    successExample: personExample,
    run: async ({ context: { db }, browser }, { body }) => {
      const begun = await signIn(db, body, browser)
      return { body: await getPerson(db, begun), session: begun }
    },
  }),
  definePersonOperation({
    id: 'signOut',
    method: 'POST',
    path: '/app/sign-out',
    who: 'person',
    summary: 'End this session',
    response: done,
    successExample: isDone,
    run: async ({ context: { db }, person: { userId, sessionId } }) => {
      await endSession(db, userId, sessionId)
      return { body: isDone, session: null }
    },
  }),
  definePersonOperation({
    id: 'getPerson',
    method: 'GET',
    path: '/app/me',
    who: 'person',
    summary: 'Get the person who is signed in, with their workspaces and roles',
    response: person,
    successExample: personExample,
    run: async ({ context: { db }, person: signedIn }) => ({ body: await getPerson(db, signedIn) }),
  }),
  definePersonOperation({
    id: 'listSessions',
    method: 'GET',
    path: '/app/sessions',
    who: 'person',
    summary: 'List your sessions',
    response: Type.Object({ data: Type.Array(session) }, closed),
    successExample: {
      data: [
        {
          id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b24',
          is_current: true,
          ip: '203.0.113.7',
          user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/148.0',
          created_at: '2026-03-01T08:00:00.000Z',
          last_used_at: '2026-03-02T17:20:00.000Z',
        },
      ],
    },
    run: async ({ context: { db }, person: signedIn }) => ({
      body: { data: await listSessions(db, signedIn) },
    }),
  }),
  definePersonOperation({
    id: 'endSession',
    method: 'DELETE',
    path: '/app/sessions/{id}',
    who: 'person',
    thing: 'session',
    summary: 'End one of your sessions',
    description: 'Its cookie is refused from then on, by every process.',
    params: Type.Object({ id }, closed),
    response: done,
    successExample: isDone,
    run: async ({ context: { db }, person: { userId, sessionId } }, { params }) => {
      await endSession(db, userId, params.id)
      return { body: isDone, ...(params.id === sessionId ? { session: null } : {}) }
    },
  }),
  definePersonOperation({
    id: 'endOtherSessions',
    method: 'POST',
    path: '/app/sessions/end-others',
    who: 'person',
    summary: 'End all your sessions but this one',
    response: Type.Object({ ended: Type.Integer() }, closed),
    successExample: { ended: 2 },
    run: async ({ context: { db }, person: signedIn }) => ({
      body: { ended: await endOtherSessions(db, signedIn) },
    }),
  }),
  definePersonOperation({
    id: 'prove',
    method: 'POST',
    path: '/app/proof',
    who: 'person',
    summary: 'Show once more that it is you',
    description: 'For ten minutes you may then do what asks for it, such as making an API key.',
    body: Type.Object({ password }, closed),
    response: done,
    problems: [403],
    bodyExample: { password: 'a long sentence of mine' },
    successExample: isDone,
    run: async ({ context: { db }, person: signedIn, browser }, { body }) => {
      await prove(db, signedIn, body.password, browser.ip)
      return { body: isDone }
    },
  }),
  definePersonOperation({
    id: 'changePassword',
    method: 'POST',
    path: '/app/password',
    who: 'person',
    summary: 'Change your password',
    description: 'Every other session of yours ends.',
    body: Type.Object({ current_password: password, new_password: password }, closed),
    response: done,
    problems: [403],
    bodyExample: { current_password: 'a long sentence of mine', new_password: 'another one, longer still' },
    successExample: isDone,
    run: async ({ context: { db }, person: signedIn, browser }, { body }) => {
      const { current_password: currentPassword, new_password: newPassword } = body
      await changePassword(db, signedIn, { currentPassword, newPassword }, browser.ip)
      return { body: isDone }
    },
  }),
]
