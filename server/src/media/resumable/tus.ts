import type { Readable } from 'node:stream'
import type { RemoteCaller } from '../../context.ts'
import type { UploadGrant } from '../intake/upload-url.ts'

/** A request of the tus protocol: https://tus.io/protocols/resumable-upload */
export interface TusRequest {
  readonly method: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readable
  /** Lets the body come in. */
  readonly proceed: () => void
}

export interface TusAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly [key: string]: unknown } | null
}

/** In every answer at the addresses of tus. */
export const tusHeaders = {
  'tus-resumable': '1.0.0',
  'tus-version': '1.0.0',
  'tus-extension': 'creation,creation-with-upload,expiration,termination',
} as const

/** Why a request was refused: by our own code, or by the package that knows the protocol. */
export type TusFailure =
  | { readonly kind: 'own'; readonly error: unknown }
  | { readonly kind: 'protocol'; readonly status: number; readonly text: string }

export type TusOutcome =
  | { readonly kind: 'answered'; readonly answer: TusAnswer }
  | { readonly kind: 'failed'; readonly failure: TusFailure }

/** A request is about a new upload of this caller, or about the upload of a signed URL. */
export type TusPurpose =
  | { readonly kind: 'create'; readonly caller: RemoteCaller }
  | { readonly kind: 'continue'; readonly grant: UploadGrant }
