import Type from 'typebox'
import { addPasskey } from '../../people/passkeys/add-passkey.ts'
import { beginPasskey } from '../../people/passkeys/begin-passkey.ts'
import { listPasskeys } from '../../people/passkeys/list-passkeys.ts'
import { proveByPasskey } from '../../people/passkeys/prove-by-passkey.ts'
import { removePasskey } from '../../people/passkeys/remove-passkey.ts'
import { renamePasskey } from '../../people/passkeys/rename-passkey.ts'
import { askForPasskey } from '../../people/passkeys/verify-passkey.ts'
import { idParams } from '../schemas.ts'
import {
  assertion,
  assertionExample,
  browserOptions,
  creationExample,
  passkey,
  passkeyExample,
  registration,
  registrationExample,
  requestExample,
} from './factor-schemas.ts'
import { definePersonOperation } from './person-operation.ts'
import { closed, done, isDone } from './schemas.ts'

const name = Type.String({ minLength: 1, maxLength: 100 })

/** The passkeys of a person. */
export const passkeyOperations = [
  definePersonOperation({
    id: 'listPasskeys',
    method: 'GET',
    path: '/app/passkeys',
    who: 'person',
    summary: 'List your passkeys',
    response: Type.Object({ data: Type.Array(passkey) }, closed),
    successExample: { data: [passkeyExample] },
    run: async ({ context: { db }, person: { userId } }) => ({
      body: { data: await listPasskeys(db, userId) },
    }),
  }),
  definePersonOperation({
    id: 'beginPasskey',
    method: 'POST',
    audit: { none: 'The passkey that follows is what the log tells of.' },
    path: '/app/passkeys/begin',
    who: 'person',
    needsProof: true,
    summary: 'Ask for what the browser needs to make a passkey',
    description: 'It is good for five minutes, in this session.',
    response: browserOptions,
    problems: [409],
    successExample: creationExample,
    run: async ({ context, person }) => ({ body: { ...(await beginPasskey(context, person)) } }),
  }),
  definePersonOperation({
    id: 'addPasskey',
    method: 'POST',
    audit: { action: 'person.add_passkey', writtenBy: 'verb' },
    path: '/app/passkeys',
    who: 'person',
    needsProof: true,
    summary: 'Add the passkey that the browser made',
    description: 'Every other session of yours ends, and this one gets a new cookie.',
    body: Type.Object({ name, credential: registration }, closed),
    response: passkey,
    problems: [409],
    bodyExample: { name: 'Telephone', credential: registrationExample },
    successExample: passkeyExample,
    run: async ({ context, person, browser }, { body }) => {
      const { name, credential } = body
      const made = await addPasskey(context, person, { name, registration: credential }, browser)
      return { body: made.passkey, session: made.session }
    },
  }),
  definePersonOperation({
    id: 'renamePasskey',
    method: 'PATCH',
    audit: { action: 'person.rename_passkey', writtenBy: 'verb' },
    path: '/app/passkeys/{id}',
    who: 'person',
    thing: 'passkey',
    summary: 'Give a passkey another name',
    params: idParams,
    body: Type.Object({ name }, closed),
    response: passkey,
    bodyExample: { name: 'Old telephone' },
    successExample: { ...passkeyExample, name: 'Old telephone' },
    run: async ({ context: { db }, person: { userId }, browser }, { params: { id }, body: { name } }) => ({
      body: await renamePasskey(db, userId, { id, name }, browser),
    }),
  }),
  definePersonOperation({
    id: 'removePasskey',
    method: 'DELETE',
    audit: { action: 'person.remove_passkey', writtenBy: 'verb' },
    path: '/app/passkeys/{id}',
    who: 'person',
    needsProof: true,
    thing: 'passkey',
    summary: 'Take a passkey away',
    description: 'Every other session of yours ends, and this one gets a new cookie.',
    params: idParams,
    response: done,
    problems: [409],
    successExample: isDone,
    run: async ({ context: { db }, person, browser }, { params }) => ({
      body: isDone,
      session: await removePasskey(db, person, params.id, browser),
    }),
  }),
  definePersonOperation({
    id: 'beginPasskeyProof',
    method: 'POST',
    audit: { none: 'The proof that follows is what the log tells of.' },
    path: '/app/proof/passkey/begin',
    who: 'person',
    summary: 'Ask for what the browser needs to show by a passkey that it is you',
    response: browserOptions,
    problems: [409],
    successExample: requestExample,
    run: async ({ context, person: { sessionId } }) => ({
      body: { ...(await askForPasskey(context, `prove ${sessionId}`)) },
    }),
  }),
  definePersonOperation({
    id: 'proveByPasskey',
    method: 'POST',
    audit: { action: 'person.prove', writtenBy: 'verb' },
    path: '/app/proof/passkey',
    who: 'person',
    summary: 'Show by a passkey that it is you',
    description: 'For ten minutes you may then do what asks for it. The session gets a new cookie.',
    body: Type.Object({ credential: assertion }, closed),
    response: done,
    problems: [409, 429],
    bodyExample: { credential: assertionExample },
    successExample: isDone,
    run: async ({ context, person, browser }, { body }) => {
      return { body: isDone, session: await proveByPasskey(context, person, body.credential, browser) }
    },
  }),
]
