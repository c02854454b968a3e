import { expect } from 'vitest'
import type { Account, Connector, Io } from '../connector.ts'
import type { IoFactory } from './hand-io.ts'
import { makePictures, mostOf, type Picture } from './pictures.ts'

/** The parts of a house that the promise about addresses of media needs. */
interface Addressed {
  readonly connector: Connector
  readonly account: Account
  readonly io: IoFactory
}

interface AddressPromise<House> {
  readonly title: string
  keep(house: House): Promise<void>
}

/**
 * The promise of networks that fetch media from us; it is empty for other networks. An address is proof of what one
 * attempt did, so a connector requests one in each attempt, and gives the network no other.
 */
export function addressPromise<House extends Addressed>(
  publish: (house: House, pictures: readonly Picture[]) => Promise<void>,
): AddressPromise<House> {
  return {
    title: 'gives the network addresses of media that each attempt asked for, and they are fetched',
    keep: async (house) => {
      const limits = house.connector.limits(house.account)
      const most = Math.max(mostOf(limits.media, 'image'), mostOf(limits.media, 'video'))
      const pictures = await makePictures(Math.min(2, most), limits)
      if (pictures.length === 0) return
      const attempts: string[][] = []
      for (let attempt = 0; attempt < 2; attempt++) {
        const asked: string[] = []
        await publish({ ...house, io: rememberingAddresses(house.io, asked) }, pictures)
        attempts.push(asked)
      }
      const [first = [], second = []] = attempts
      expect(second.length, 'addresses that the second attempt asked for').toBe(first.length)
      const { media } = house.io({ commit: null, media: new Map() })
      for (const address of [...first, ...second])
        expect(await media.fetchedAt(address), 'when the network fetched a medium').not.toBeNull()
    },
  }
}

function rememberingAddresses(io: IoFactory, asked: string[]): IoFactory {
  return (needs) => {
    const whole = io(needs)
    const publicUrl: Io['media']['publicUrl'] = async (...given) => {
      const address = await whole.media.publicUrl(...given)
      asked.push(address)
      return address
    }
    return { ...whole, media: { ...whole.media, publicUrl } }
  }
}
