import type { HouseOptions } from './house.ts'
import type { Newsroom } from './stories/newsroom.ts'

/**
 * A network in memory that refuses what the real one refuses, for a house that publishes to several. A network that offers
 * one has a file `test/house-network.ts` in its folder, which exports `startHouseNetwork`.
 */
export interface HouseNetwork {
  /** With these a house finds the network, and the operator's app there if it needs one. */
  readonly options: Pick<HouseOptions, 'config' | 'standIns'>
  /** Connects accounts. */
  join(room: Newsroom): Promise<readonly HouseAccount[]>
  close(): Promise<void>
}

export interface HouseAccount {
  readonly id: string
  readonly name: string
  readonly username: string
  /** Ends the access of Crier at the network: what is sent next finds out. Only an account that may be lost has it. */
  readonly signOut?: () => void
}
