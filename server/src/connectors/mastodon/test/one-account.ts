import { afterEach, beforeEach } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import { handIo } from '../../conformance/hand-io.ts'
import { localOutbound } from '../../conformance/local-network.ts'
import type { Account, ConnectIo } from '../../connector.ts'
import { type FakeMastodon, startFakeMastodon } from './fake.ts'
import { connectAccount } from './world.ts'

/** A fake server and an account that is connected to it. */
export interface OneAccount {
  readonly fake: FakeMastodon
  readonly account: Account
  readonly credentials: JsonObject
  readonly io: ConnectIo
}

/** Starts a fake server with one account before each test of a file. Answers how the test gets at them. */
export function useOneAccount(): () => OneAccount {
  let now: OneAccount & { readonly outbound: Outbound }
  beforeEach(async () => {
    const fake = await startFakeMastodon({ variant: 'mastodon-2026' })
    const outbound = localOutbound()
    const connected = await connectAccount(outbound, { instance: fake.url, token: fake.token })
    const io = handIo(outbound, connected.credentials)({ commit: null, media: new Map() })
    now = { fake, outbound, ...connected, io }
  })
  afterEach(async () => {
    await now.outbound.close()
    await now.fake.close()
  })
  return () => now
}

/** An answer for `fake.inject`. */
export function answering(status: number, json: object) {
  return {
    kind: 'answer' as const,
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(json),
  }
}
