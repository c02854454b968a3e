import type { TObject } from 'typebox'
import type { JsonObject } from '../lib/json/json.ts'
import type { OutboundAnswer, OutboundRequest } from '../lib/safe-fetch/outbound.ts'

/** One way to connect an account. Each knows how to keep and to end the access that it brought. */
export type Connect = FormConnect | ListConnect | RedirectConnect

/** A way whose form is all it takes: the account is connected at once. */
export interface FormConnect extends CommonConnect {
  readonly kind: 'form'
  /** Signs in with what was filled in. @throws Failure */
  identify(input: JsonObject, io: IdentifyIo): Promise<Identified>
}

/** A way whose form may give access to several profiles, of which the person chooses. The only one is connected at once. */
export interface ListConnect extends CommonConnect {
  readonly kind: 'form'
  /** Signs in with what was filled in, and answers with the profiles that it gives access to. @throws Failure */
  list(input: JsonObject, io: IdentifyIo): Promise<readonly Candidate[]>
}

/** A way on which the person goes to the network, agrees there and comes back. */
export interface RedirectConnect extends CommonConnect {
  readonly kind: 'redirect'
  /**
   * Prepares a sign-in. `url` is the network's page, with `io.state` and `io.redirectUri` in it; `keep` comes back to
   * `finish`, sealed meanwhile: a PKCE verifier, a key for DPoP, the server. @throws Failure
   */
  begin(input: JsonObject, io: RedirectIo): Promise<{ url: string; keep: JsonObject }>
  /**
   * Trades the query of the callback for access, once. Its state is known to be ours. The person’s own "no" is
   * `forbidden`. @throws Failure
   */
  finish(callback: URLSearchParams, keep: JsonObject, io: RedirectIo): Promise<readonly Candidate[]>
}

interface CommonConnect {
  /** The stable name in the API, different for each way of a platform: `oauth`, `app_password`, `token`. */
  readonly way: string
  /** The fields a person fills in; secrets carry `format: 'password'`. */
  readonly fields: TObject
  /** Whether nobody can connect in this way without the operator's app. A list names what it needs of it beside `required`. */
  readonly needsApp: boolean | readonly string[]
  /** The demands of the network on our own address. */
  readonly needs: readonly AddressNeed[]
  /** New credentials for old, shortly before they expire or after a refusal. Called under a lock. @throws Failure */
  refresh(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Refreshed>
  /** Ends our access at the network, where it can be ended. @throws Failure */
  revoke(account: Account, credentials: JsonObject, io: ConnectIo): Promise<void>
}

/**
 * A demand of a network on our address: people are only sent back to `https`, or also to `127.0.0.1` on their own machine
 * (`https_or_loopback`); for `public_media` the network fetches media from us, over https and from the public internet.
 */
export type AddressNeed = 'https' | 'https_or_loopback' | 'public_media'

/** A profile that a sign-in gave access to. Each has credentials of its own. */
export interface Candidate {
  readonly profile: Identified
  /** Whether it is proposed to the person. */
  readonly suggested: boolean
  /** A sentence that says why it cannot be chosen; null where it can. */
  readonly reason: string | null
}

export interface Identified {
  /** The profile's own id at the network: the same profile always gives the same one. */
  externalId: string
  username: string
  displayName: string
  avatarUrl: string | null
  profileUrl: string
  /** Everything the connector needs to know of the account that may be seen: its server, its limits. */
  settings: JsonObject
  /** Sealed before it is stored. */
  credentials: JsonObject
  expiresAt: Date | null
}

export interface Refreshed {
  credentials: JsonObject
  expiresAt: Date | null
  /** The profile as it is now, where it has another name or lives elsewhere than before; null when it is as it was. */
  profile: Profile | null
}

/** The part of a profile that may change. */
export interface Profile {
  username: string
  /** This and the picture stay as they were where they are null, which says that they are not known now. */
  displayName: string | null
  avatarUrl: string | null
  profileUrl: string
  settings: JsonObject
}

/** A social account as a connector sees it. */
export interface Account {
  readonly id: string
  readonly externalId: string
  readonly username: string
  readonly settings: JsonObject
}

/** The only world a connector touches while connecting. */
export interface ConnectIo {
  /** A guarded call that may be repeated. @throws Failure `unavailable` when no answer came. */
  fetch(request: OutboundRequest, within?: FetchLimits): Promise<OutboundAnswer>
  readonly now: () => Date
  readonly signal: AbortSignal
  /** Our own address as people and networks reach it, such as `https://crier.example.org`, without a slash at the end. */
  readonly publicUrl: string
  /** The operator's app at this network, valid by the connector's `app`. @throws Failure `app_unusable` where none is set */
  app(): Promise<JsonObject>
  /**
   * The registration of Crier at one server of the network, or a key of our own: `make` makes it once, it is sealed, and
   * every process uses that one. `refused` is a registration that the server no longer knows; it is replaced.
   * @throws whatever `make` throws
   */
  registration(name: string, make: () => Promise<JsonObject>, refused?: JsonObject): Promise<JsonObject>
}

/** Limits in place of the usual 120 s and 1 MB: less for a stranger's page, more for a large upload. */
export interface FetchLimits {
  /** From the first byte sent to the last byte of the answer. */
  readonly timeoutMs: number
  /** The most bytes of the answer, unpacked. */
  readonly maxBytes: number
  /** True where the answer becomes public: nothing inside the operator's own networks is read then, whatever OUTBOUND_ALLOW names. */
  readonly isPublicOnly?: boolean
}

/** The only world a connector touches while signing in. */
export interface IdentifyIo extends ConnectIo {
  /** A name of the workspace and the mode that connect: each pair has its own, of up to 100 characters. */
  readonly space: string
}

/** The only world a connector touches while a person signs in by a redirect. */
export interface RedirectIo extends IdentifyIo {
  /** The address to which the network sends the person back, to the letter. */
  readonly redirectUri: string
  /** 256 random bits that the network must send back as `state`; they are checked before `finish` is called. */
  readonly state: string
}
