import Type from 'typebox'
import { id, nullable, time } from '../schemas.ts'
import { closed } from './schemas.ts'

/** Schemas of what a person signs in with. */

export const passkey = Type.Object(
  {
    id,
    name: Type.String(),
    is_synced: Type.Boolean({ description: 'Whether it is kept on more than one device.' }),
    created_at: time,
    last_used_at: nullable(time),
  },
  { title: 'Passkey', ...closed },
)

export const passkeyExample = {
  id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b26',
  name: 'Telephone',
  is_synced: true,
  created_at: '2026-03-01T08:00:00.000Z',
  last_used_at: '2026-03-02T17:20:00.000Z',
}

export const identity = Type.Object(
  {
    id,
    issuer: Type.String(),
    email: nullable(Type.String()),
    created_at: time,
    last_used_at: nullable(time),
  },
  { title: 'Identity', ...closed },
)

export const identityExample = {
  id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b27',
  issuer: 'https://login.example.org',
  email: 'ada@example.org',
  created_at: '2026-03-01T08:00:00.000Z',
  last_used_at: null,
}

/** The options that a page hands to the browser to ask for a passkey, as WebAuthn defines them. */
export const browserOptions = Type.Object(
  {},
  {
    additionalProperties: true,
    description:
      'For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` of the browser.',
  },
)

// Each browser adds members of its own, so the parts that matter are read one by one.
const open = { additionalProperties: true }
const bytes = (maxLength: number) => Type.String({ maxLength, pattern: '^[A-Za-z0-9_-]*$' })
const common = { id: bytes(1_400), rawId: bytes(1_400), type: Type.Literal('public-key') }

/** The browser’s answer when it made a passkey: `credential.toJSON()`. */
export const registration = Type.Object(
  {
    ...common,
    response: Type.Object(
      {
        clientDataJSON: bytes(8_000),
        attestationObject: bytes(32_000),
        transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
      },
      open,
    ),
  },
  open,
)

/** The browser’s answer when it used a passkey: `credential.toJSON()`. */
export const assertion = Type.Object(
  {
    ...common,
    response: Type.Object(
      {
        clientDataJSON: bytes(8_000),
        authenticatorData: bytes(8_000),
        signature: bytes(8_000),
        userHandle: Type.Optional(nullable(bytes(200))),
      },
      open,
    ),
  },
  open,
)

export const registrationExample = {
  id: 'aV3K9s2xQ0m7tB1c',
  rawId: 'aV3K9s2xQ0m7tB1c',
  type: 'public-key',
  response: { clientDataJSON: 'eyJ0eXBlIjoi', attestationObject: 'o2NmbXRk', transports: ['internal'] },
  clientExtensionResults: {},
}

export const assertionExample = {
  id: 'aV3K9s2xQ0m7tB1c',
  rawId: 'aV3K9s2xQ0m7tB1c',
  type: 'public-key',
  response: {
    clientDataJSON: 'eyJ0eXBlIjoi',
    authenticatorData: 'SZYN5YgO',
    signature: 'MEUCIQDx',
    userHandle: 'AZmxwnoQ',
  },
  clientExtensionResults: {},
}

export const creationExample = {
  rp: { name: 'Crier', id: 'crier.example.org' },
  user: { id: 'AZmxwnoQ', name: 'ada@example.org', displayName: 'ada@example.org' },
  challenge: 'AAABnTq2',
}

export const requestExample = {
  rpId: 'crier.example.org',
  challenge: 'AAABnTq2',
  userVerification: 'required',
}
