import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { exportAuditLog } from '../../src/audit/export-audit-log.ts'
import { sql } from '../../src/db/database.ts'
import { type Browser, openBrowser, signedIn } from '../app/person.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const path = '/v1/audit-log/export'
const readLines = async (query: string, key = house.liveKey) => {
  const answer = await fetch(house.url + path + query, { headers: { authorization: `Bearer ${key}` } })
  return { headers: answer.headers, text: await answer.text() }
}
const read = (query: string, key = house.liveKey) => house.request('GET', `${path}${query}`, { key })

describe('the export of the audit log', () => {
  it('is a table whose cells no spreadsheet runs', async () => {
    const evil = [
      '=cmd|calc',
      '+1+1',
      '-2',
      '@sum(a1)',
      '\t=1',
      '＝1+1',
      '\n=1',
      'plain, "quoted"\nand two lines',
    ]
    for (const agent of evil)
      await house.db.run(sql`
        insert into audit_log (workspace_id, actor_kind, action, subject_kind, user_agent)
        values (${house.workspaceId}, 'nobody', 'thing.evil', 'thing', ${agent})`)
    const { status, text, headers } = await read('?action=thing.evil')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="audit-log.csv"')
    const [heading, ...rows] = readCsv(text)
    expect(heading?.slice(0, 3)).toEqual(['created_at', 'action', 'actor_kind'])
    const agents = rows.map((row) => row[heading?.indexOf('user_agent') ?? -1]).toReversed()
    expect(agents).toEqual([...evil.slice(0, -1).map((cell) => `'${cell}`), evil.at(-1)])
  })

  it('is lines of JSON, the entries that the list shows, however many', async () => {
    await house.db.run(sql`
      insert into audit_log (workspace_id, actor_kind, action, subject_kind, subject_id, created_at)
      select ${house.workspaceId}, 'system', 'many.add', 'many', n::text, clock_timestamp() - n * interval '1 second'
      from generate_series(1, 1700) n`)
    const { text, headers } = await readLines('?action=many&format=ndjson')
    expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    const entries = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(entries.map(({ subject }) => Number(subject.id))).toEqual(
      Array.from({ length: 1700 }, (_, index) => index + 1),
    )
    const { json } = await house.request('GET', '/v1/audit-log?action=many&limit=3')
    expect(entries.slice(0, 3)).toEqual(json.data)
  })

  it('reads no further page while nobody takes the last one', async () => {
    let pages = 0
    const { db, workspaceId } = house
    const rows: typeof db.rows = (query) => {
      pages += 1
      return db.rows(query)
    }
    const counting = { ...db, rows }
    const asked = { filter: { action: 'many' }, format: 'csv' } as const
    const lines = exportAuditLog(counting, { workspaceId, mode: 'live' }, asked)
    const heading = await lines.next()
    expect([heading.value, pages]).toEqual([expect.stringContaining('created_at,'), 0])
    for (const page of [1, 2, 3]) {
      const { value } = await lines.next()
      expect([String(value).split('\r\n').length - 1, pages]).toEqual([500, page])
    }
    await lines.return(undefined)
    expect((await lines.next()).done).toBe(true)
  })

  it('has only what is asked for, and nothing for another workspace', async () => {
    const { liveKey } = await house.other()
    expect((await readLines('?format=ndjson', liveKey)).text).toBe('')
  })
})

describe('a download by the browser of a person, which sends no headers', () => {
  const download = (browser: Browser, workspaceId: string, headers = {}) =>
    browser.request('GET', `${path}?action=person&format=ndjson&workspace=${workspaceId}&mode=live`, {
      headers,
    })

  it('names its workspace in the address, which is looked at like a header', async () => {
    const admin = await signedIn(house, 'admin')
    const own = await download(admin, house.workspaceId)
    expect([own.status, own.headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="audit-log.ndjson"',
    ])
    expect(await download(admin, (await house.other()).workspaceId)).toMatchObject({
      status: 403,
      json: { code: 'not_a_member' },
    })
    const editor = await signedIn(house, 'editor')
    expect(await download(editor, house.workspaceId)).toMatchObject({ status: 403 })
    expect(await download(openBrowser(house), house.workspaceId)).toMatchObject({ status: 401 })
  })

  it('is for pages of this server alone', async () => {
    const admin = await signedIn(house, 'admin')
    expect(await download(admin, house.workspaceId, { 'sec-fetch-site': 'cross-site' })).toMatchObject({
      status: 403,
      json: { code: 'not_from_own_page' },
    })
  })

  it('is refused to a key, which has one workspace and one mode', async () => {
    const { liveKey } = await house.other()
    for (const name of ['workspace', 'mode']) {
      const { status, json } = await read(`?${name}=${house.workspaceId}`, liveKey)
      expect([status, json.errors]).toMatchObject([422, [{ pointer: `?${name}`, code: 'unknown_field' }]])
    }
  })
})

test('422: refuses a format that is none', async () => {
  expect((await read('?format=xlsx')).status).toBe(422)
})

testRefusals(
  () => house,
  'admin',
  async () => ({ method: 'GET', path }),
)

/** Reads CSV by RFC 4180. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  const cells = /("(?:[^"]|"")*"|[^,"\r\n]*)(,|\r\n|$)/gy
  for (let found = cells.exec(text); found !== null && found.index < text.length; found = cells.exec(text)) {
    const [, cell = '', end] = found
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end === '\r\n') rows.push([])
  }
  return rows.filter((row) => row.length > 0)
}
