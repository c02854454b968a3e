import type { TObject } from 'typebox'
import type { JsonObject } from '../lib/json/json.ts'
import type { Words } from '../lib/text/sentence.ts'
import type { Account, ConnectIo } from './connect.ts'
import type { PublishedPost } from './published-post.ts'

/** An ability that only some platforms have. `powerOf` finds one by its name. */
export type Power =
  | ApiVersionPower
  | BehaviorPower
  | CallbackPower
  | ChoicesPower
  | DeletePower
  | DocumentPower
  | EditPower
  | MeasurePower
  | MediaProofPower

/** The network's API has dated versions, each of which ends one day. */
export interface ApiVersionPower {
  readonly power: 'api_version'
  /**
   * The version that calls name, with the operator's app or without one, and the day on which it ends, such as
   * `2027-09-15`; null where nobody knows the day. Pure.
   */
  inUse(app: JsonObject | null): { readonly version: string; readonly endsOn: string | null }
}

/** The accounts are on a simulated network, whose behaviour can be set to see what happens then. */
export interface BehaviorPower {
  readonly power: 'behavior'
  /** The form of a behaviour. */
  readonly schema: TObject
  /** Tells the network, and may be repeated. Answers the account's settings from now on. @throws Failure */
  set(account: Account, credentials: JsonObject, schema: JsonObject, io: ConnectIo): Promise<JsonObject>
  /** The behaviour that was set last, from the account's settings and valid by `schema`. Pure. */
  current(account: Account): JsonObject
}

/**
 * The network calls our address when a person revokes their access: `/oauth/example/deauthorize`, or
 * `/oauth/example/data-deletion` when they also want their data deleted.
 */
export interface CallbackPower {
  readonly power: 'callbacks'
  /** Whose access the form is about; null unless it is certain that the network sent it. @throws Failure */
  read(form: URLSearchParams, io: ConnectIo): Promise<NetworkPerson | null>
}

/**
 * A person as the network names them. The accounts that hang on their access are those with this external id, and those that have
 * it among `user_ids` of their settings.
 */
export interface NetworkPerson {
  readonly userId: string
}

/** Values of some options are the network's own, such as boards or channels. They are read when a person chooses one. */
export interface ChoicesPower {
  readonly power: 'choices'
  /** The names of these options, each a text or a list of texts in `options`. */
  readonly options: readonly string[]
  /** The values that fit, in the order to show them: 200 at most are shown. @throws Failure */
  list(asked: ChoicesRequest, io: ConnectIo): Promise<readonly Choice[]>
}

export interface ChoicesRequest {
  readonly option: string
  /** Words of the person to search by; empty for all. */
  readonly query: string
  readonly account: Account
  readonly credentials: JsonObject
}

export interface Choice {
  /** The value for the option. */
  readonly value: string
  readonly label: string
  /** A line that distinguishes equal names; null where there is none. */
  readonly detail: string | null
}

/** The network reads documents at our address, such as the metadata of a client. */
export interface DocumentPower {
  readonly power: 'documents'
  /** Each begins with `/oauth/` and the platform, such as `/oauth/example/client-metadata.json`. */
  readonly paths: readonly string[]
  /** The document at one of the paths. It is public: never a secret. @throws Failure */
  read(path: string, io: ConnectIo): Promise<JsonObject>
}

/** The network fetches media only from addresses beside which it has seen a file of its own, which proves whose they are. */
export interface MediaProofPower {
  readonly power: 'media_proof'
  /** The text of the file of this name, as the operator set it; null for any other name. It is public: never a secret. @throws Failure */
  read(name: string, io: ConnectIo): Promise<string | null>
}

/** Public posts can be deleted at the network. */
export interface DeletePower {
  readonly power: 'delete'
  /** Why posts of this account cannot be deleted, in a sentence, such as a permission that it lacks; null where they can. Pure. */
  refusal(account: Account): Words | null
  /** Deletes a post, a later post of a thread or a comment; one that is gone already is deleted. May be repeated. @throws Failure */
  delete(post: PublishedPost, account: Account, credentials: JsonObject, io: ConnectIo): Promise<void>
}

/** The text of a public post can be changed at the network. */
export interface EditPower {
  readonly power: 'edit'
  /** The names of the options that can be changed with the text, such as the title of a video. */
  readonly options: readonly string[]
  /** Why this post of this account cannot be edited, in a sentence, such as a permission that is lacking; null where it can. Pure. */
  refusal(published: Editable, account: Account): Words | null
  /**
   * Sets the text of a post, a later post of a thread or a comment to the one that is given, and leaves everything else of it as
   * it is. May be repeated: the same edit again changes nothing more. Answers `gone` for a post that is not there any more.
   * @throws Failure
   */
  edit(edit: Edit, account: Account, credentials: JsonObject, io: ConnectIo): Promise<'edited' | 'gone'>
}

/** A public post with the options that it was published with. */
export interface Editable {
  readonly post: PublishedPost
  readonly part: 'post' | 'thread' | 'first_comment'
  /** The options with which it was published. */
  readonly options: JsonObject
}

/** The words that a public post is to have from now on. */
export interface Edit extends Editable {
  readonly text: string
  /** The options to be changed, of those that the power names; `{}` for none. Valid by the connector's `options`. */
  readonly changes: JsonObject
}

/** The network says how often its posts were seen and answered. */
export interface MeasurePower {
  readonly power: 'measure'
  /** The figures that it may report. */
  readonly figures: readonly Figure[]
  /** How many posts one call of `measure` may ask for. */
  readonly most: number
  /**
   * How often `measure` may be called. Each stays well below what the network allows, because publishing needs the rest.
   */
  readonly rates: readonly MeasureRate[]
  /** Why posts of this account cannot be measured, in a sentence, such as a permission that it lacks; null where they can. Pure. */
  refusal(account: Account): Words | null
  /**
   * The figures of these posts now, in their order; null for a post that is gone. A figure that the network does not tell of
   * a post is left out. Each is a whole number from 0. @throws Failure
   */
  measure(
    posts: readonly PublishedPost[],
    account: Account,
    credentials: JsonObject,
    io: ConnectIo,
  ): Promise<readonly (Measured | null)[]>
}

/** A number of calls in a span of time, for each account or for all accounts of the operator's app together. */
export interface MeasureRate {
  readonly per: 'account' | 'app'
  readonly calls: number
  readonly everyMs: number
}

/** A count that networks report for a post. Shares are reposts and quotes together; reach is how many people saw it. */
export type Figure = 'views' | 'reach' | 'likes' | 'comments' | 'shares' | 'saves' | 'clicks'

export type Measured = Readonly<Partial<Record<Figure, number>>>
