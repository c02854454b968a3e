import type { TObject } from 'typebox'
import type { JsonObject } from '../lib/json/json.ts'
import type { Account, ConnectIo } from './connect.ts'

/** An ability that only some platforms have. `powerOf` finds one by its name. */
export type Power = BehaviorPower | ChoicesPower | DocumentPower

/** The accounts can be told how their network behaves towards them, to try what happens then. */
export interface BehaviorPower {
  readonly power: 'behavior'
  /** The form of a behaviour. */
  readonly schema: TObject
  /** Tells the network, and may be repeated. Answers the account's settings from now on. @throws Failure */
  set(account: Account, credentials: JsonObject, schema: JsonObject, io: ConnectIo): Promise<JsonObject>
  /** The last behaviour the account was told, from its settings and valid by `schema`. Pure. */
  current(account: Account): JsonObject
}

/** Values of some options are the network's own, such as boards or channels: they are asked for when a person chooses. */
export interface ChoicesPower {
  readonly power: 'choices'
  /** The names of these options, each a text in `options`. */
  readonly options: readonly string[]
  /** The values that fit, in the order to show them: 200 at most are shown. @throws Failure */
  list(asked: ChoicesAsked, io: ConnectIo): Promise<readonly Choice[]>
}

export interface ChoicesAsked {
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
  /** A line that tells alike names apart; null where there is none. */
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
