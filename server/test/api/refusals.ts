import { describe, expect, it } from 'vitest'
import type { KeyScope } from '../../src/context.ts'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import type { House } from '../house.ts'

export interface Refusals {
  body?: unknown
  /** The scope it needs. */
  scope: KeyScope
  /** For a path with `{id}`: makes one that is there. */
  makeId?: () => Promise<string>
}

/** What every operation refuses in the same way: 401, 402, 403, 404, 422 and 429. */
export function itRefusesAsEverywhere(
  open: () => House,
  method: string,
  path: string,
  options: Refusals,
): void {
  const { body, scope, makeId } = options
  const send = body === undefined ? {} : { body }
  const at = (id: string) => path.replace('{id}', id)

  describe(`${method} ${path}`, () => {
    it('is 401 without a key, with a wrong one and with one in the query', async () => {
      const house = open()
      const where = at(newId())
      for (const key of [null, 'crier_live_wrong', `${house.liveKey}x`]) {
        expect((await house.request(method, where, { ...send, key })).status).toBe(401)
      }
      expect(
        (await house.request(method, `${where}?api_key=${house.liveKey}`, { ...send, key: null })).status,
      ).toBe(401)
    })

    it('is 402 without a subscription', async () => {
      const house = open()
      // What a key may do is believed for a second; a new key is not yet known.
      const { key } = await house.key()
      await house.db.run(sql`
        update workspaces set subscription = 'inactive', subscription_ended_at = clock_timestamp()
        where id = ${house.workspaceId}`)
      try {
        const answer = await house.request(method, at(newId()), { ...send, key })
        expect([answer.status, answer.json.code]).toEqual([402, 'subscription_required'])
      } finally {
        await house.db.run(sql`
          update workspaces set subscription = 'active', subscription_ended_at = null where id = ${house.workspaceId}`)
      }
    })

    it(`is 403 for a key without the scope ${scope}`, async () => {
      const house = open()
      const { key } = await house.key({ scopes: [scope === 'read' ? 'accounts' : 'read'] })
      const answer = await house.request(method, at(newId()), { ...send, key })
      expect([answer.status, answer.json.code]).toEqual([403, 'scope_missing'])
    })

    it('is 422 for a query that means nothing here', async () => {
      const answer = await open().request(method, `${at(newId())}?colour=red`, send)
      expect([answer.status, answer.json.errors]).toMatchObject([
        422,
        [{ pointer: '?colour', code: 'unknown_field' }],
      ])
    })

    it('is 429 when the key has used up its minute', async () => {
      const house = open()
      const { id, key } = await house.key()
      await house.db.run(sql`
        insert into rate_limits (workspace_id, key_id, minute, used)
        values (${house.workspaceId}, ${id}, date_trunc('minute', clock_timestamp()) + interval '1 minute', 1000000)`)
      const answer = await house.request(method, at(newId()), { ...send, key })
      expect([answer.status, answer.json.code]).toEqual([429, 'rate_limited'])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(answer.headers.get('ratelimit')).toMatch(/^"minute";r=0;t=\d+$/)
    })

    if (!makeId) return
    it('is the same 404 for a stranger, the other mode, an unknown id and what is no id', async () => {
      const house = open()
      const id = await makeId()
      const stranger = await house.other()
      const answers = [
        await house.request(method, at(id), { ...send, key: stranger.liveKey }),
        await house.request(method, at(id), { ...send, key: house.testKey }),
        await house.request(method, at(newId()), send),
        await house.request(method, at('not-an-id'), send),
      ]
      for (const { status, json } of answers) {
        expect(status).toBe(404)
        expect({ ...json, request_id: '' }).toEqual({ ...answers[0]?.json, request_id: '' })
      }
    })
  })
}
