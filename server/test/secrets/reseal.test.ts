// @module-tag slow
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCredentials } from '../../src/accounts/open-credentials.ts'
import { refreshCredentials } from '../../src/accounts/refresh-credentials.ts'
import { createAuthenticateKey } from '../../src/api-keys/create-authenticate-key.ts'
import { raw, sql } from '../../src/db/database.ts'
import { createSealer } from '../../src/lib/secrecy/seal.ts'
import {
  type ChangingSecretKeys,
  checkOf,
  createSecretKeys,
  keyIdOf,
} from '../../src/lib/secrecy/secret-keys.ts'
import { findRegistration } from '../../src/platform-apps/registration.ts'
import { countOld, type ResealContext, resealAll } from '../../src/secrets/reseal-all.ts'
import { beginRotation } from '../../src/secrets/rotation.ts'
import { sealedColumns } from '../../src/secrets/sealed-columns.ts'
import { startTokenServer, type TokenServer } from '../accounts/token-server.ts'
import { type House, startHouse } from '../house.ts'

const [keyA, keyB] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
let house: House
let server: TokenServer
let keys: ChangingSecretKeys
let accountId: string

beforeEach(async () => {
  server = await startTokenServer()
  house = await startHouse({
    worker: false,
    connectors: [server.connector],
    secretKeys: createSecretKeys(keyA),
  })
  await house.db.run(sql`insert into instance (name, value) values ('secret_key_check', ${checkOf(keyA)})`)
  accountId = await house.connect('renewing', { handle: 'ada', password: 'right' })
  keys = createSecretKeys(keyB, keyA)
  await beginRotation(house.db, keys)
})
afterEach(async () => {
  await house.stop()
  await server.close()
})

const context = (): ResealContext => ({ db: house.db, secretKeys: keys, sealer: createSealer(keys) })
const reseal = (resealing = context()) => resealAll(resealing, () => undefined)
/** The context of a process with both keys. */
const both = () => ({ ...house.context, secretKeys: keys, sealer: createSealer(keys) })
const open = (sealer = createSealer(createSecretKeys(keyB))) =>
  openCredentials({ db: house.db, sealer }, { workspaceId: house.workspaceId, accountId })

it('lists the columns as the database has them, with the primary keys of their tables', async () => {
  for (const { table, column, key } of sealedColumns) {
    const row = await house.db.row<{ names: string[] }>(sql`
      select array_agg(a.attname::text order by k.place) as names
      from pg_index i, unnest(i.indkey) with ordinality k(attnum, place), pg_attribute a
      where i.indrelid = ${table}::regclass and i.indisprimary and a.attrelid = i.indrelid and a.attnum = k.attnum`)
    expect(row?.names).toEqual(key)
    await house.db.rows(sql`select ${raw(column)} || '' from ${raw(table)}`)
  }
})

describe('sealing anew', () => {
  it('replaces the key of a value and leaves the value and its version as they were', async () => {
    expect(await countOld(context())).toBe(1)
    await expect(open()).rejects.toThrow(`sealed with the key ${keyIdOf(keyA)}`)
    expect(await reseal()).toEqual({ resealed: 1, skipped: 0, unreadable: [] })
    expect(await open()).toMatchObject({ credentials: { secret: 'token-1' }, version: 1 })
    expect(await countOld(context())).toBe(0)
    expect(await reseal()).toEqual({ resealed: 0, skipped: 0, unreadable: [] })
  })

  it('does it for values from before there were ids, and for every listed column', async () => {
    await house.db.run(sql`update connections set credentials = substring(credentials from '^(.*)\\.[^.]*$')`)
    const place = { platform: 'renewing', name: 'https://example.org' }
    const made = await findRegistration(house.context, place, async () => ({ id: 'one' }), null)
    expect(await countOld(context())).toBe(2)
    expect(await reseal()).toMatchObject({ resealed: 2, unreadable: [] })
    expect((await open())?.credentials).toEqual({ secret: 'token-1' })
    const next = { ...house.context, sealer: createSealer(createSecretKeys(keyB)) }
    const never = () => Promise.reject(new Error('It was registered twice.'))
    expect(await findRegistration(next, place, never, null)).toEqual(made)
  })

  it('never puts an older token in place of one that was refreshed between its read and its write', async () => {
    const slow = {
      ...house.db,
      rows: async <Row>(statement: Parameters<typeof house.db.rows>[0]) => {
        const rows = await house.db.rows<Row>(statement)
        if (rows.length > 0) await refreshCredentials(both(), house.workspaceId, accountId, 1)
        return rows
      },
    }
    expect(await reseal({ ...context(), db: slow })).toEqual({ resealed: 0, skipped: 1, unreadable: [] })
    expect(await open()).toMatchObject({ credentials: { secret: 'token-2' }, version: 2 })
  })

  it('loses nothing while 20 refresh at once, and they refresh once', async () => {
    let isEnough = false
    const resealing = (async () => {
      // Each value is old again at once, so that there is always one to seal anew.
      const [there, back] = [createSecretKeys(keyB, keyA), createSecretKeys(keyA, keyB)]
      for (let turn = 0; !isEnough; turn += 1) {
        const turned = turn % 2 === 0 ? there : back
        await reseal({ db: house.db, secretKeys: turned, sealer: createSealer(turned) })
      }
    })()
    const refreshed = await Promise.all(
      Array.from({ length: 20 }, () => refreshCredentials(both(), house.workspaceId, accountId, 1)),
    )
    isEnough = true
    await resealing
    expect(server.renewals()).toBe(1)
    for (const { credentials } of refreshed) expect(credentials).toEqual({ secret: 'token-2' })
    await reseal()
    expect(await open()).toMatchObject({ credentials: { secret: 'token-2' }, version: 2 })
  })

  it('leaves out a row that somebody holds, and finds it in the next pass', async () => {
    const holder = await house.db.connect()
    await holder.query('begin')
    await holder.query('select from connections where account_id = $1 for update', [accountId])
    expect(await reseal()).toMatchObject({ resealed: 0, skipped: 1 })
    await holder.end()
    expect(await reseal()).toMatchObject({ resealed: 1, skipped: 0 })
  })

  it('names a value that no key opens, and goes on', async () => {
    const other = await house.connect('renewing', { handle: 'bob', password: 'right' })
    await house.db.run(sql`
      update connections set credentials = (select credentials from connections where account_id = ${accountId})
      where account_id = ${other}`)
    const pass = await reseal()
    expect(pass).toMatchObject({ resealed: 1, skipped: 0 })
    expect(pass.unreadable.map(({ place }) => place)).toEqual([
      `connections.credentials of ${house.workspaceId} ${other}`,
    ])
  })
})

describe('API keys', () => {
  it('are found under either key, and are renewed only by a process that knows of the rotation', async () => {
    const keyIdsOf = async () =>
      (
        await house.db.rows<{ id: string }>(sql`select secret_key_id as id from api_keys order by created_at`)
      ).map(({ id }) => id)
    const unaware = createSecretKeys(keyB, keyA)
    unaware.use(checkOf(keyA))
    const find = (secretKeys: ChangingSecretKeys) =>
      createAuthenticateKey(house.db, secretKeys)(house.liveKey).then((found) => found?.workspaceId ?? null)
    expect(await find(unaware)).toBe(house.workspaceId)
    expect(await keyIdsOf()).toEqual([keyIdOf(keyA), keyIdOf(keyA)])
    expect(await find(keys)).toBe(house.workspaceId)
    expect(await keyIdsOf()).toEqual([keyIdOf(keyB), keyIdOf(keyA)])
    expect(await find(unaware)).toBe(house.workspaceId)
    expect(await keyIdsOf()).toEqual([keyIdOf(keyB), keyIdOf(keyA)])
    expect(await find(createSecretKeys(keyB))).toBe(house.workspaceId)
    expect(await find(createSecretKeys(keyA))).toBe(null)
  })
})
