// @module-tag slow
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import type { Letter } from '../../src/mail/letter.ts'
import { queueMail } from '../../src/mail/queue-mail.ts'
import { continueMails, sendMailTask } from '../../src/mail/send-mail-task.ts'
import { speechIn } from '../../src/words/speech.ts'
import { type House, startHouse } from '../house.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { startWorkerProcess } from './worker-process.ts'

let house: House
let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
  house = await startHouse({ worker: false, config: { mail: server.settings } })
})
afterAll(async () => {
  await house.stop()
  await server.close()
})
afterEach(async () => {
  server.received.length = 0
  await house.db.run(sql`delete from mails`)
})

interface MailRow {
  id: string
  state: string
  letter: string | null
  tries: number
  error: string | null
  waits: number
}

const { text } = speechIn('en')
const letter: Letter = {
  locale: 'en',
  subject: text('A link for you'),
  parts: [{ kind: 'link', label: text('Open'), url: 'https://crier.example.org/reset/the-secret-of-a-link' }],
  unsubscribeUrl: null,
}
const newMail = { kind: 'test', to: 'ada@example.org', letter, livesMinutes: 60 }

async function queue(more: Partial<typeof newMail> = {}): Promise<string> {
  await house.db.transaction((tx) => queueMail(tx, house.context, { ...newMail, ...more }))
  const row = await house.db.row<{ id: string }>(sql`select id from mails order by created_at desc limit 1`)
  return row?.id ?? ''
}

const work = (id: string) =>
  sendMailTask.run(house.context, { payload: { id }, signal: new AbortController().signal })
const look = (id: string) =>
  house.db.row<MailRow>(sql`
    select id, state, letter, tries, error, extract(epoch from next_try_at - clock_timestamp())::float8 as waits
    from mails where id = ${id}`)
const letItBeDue = (id: string) =>
  house.db.run(sql`update mails set next_try_at = clock_timestamp() where id = ${id}`)

it('is sent if its transaction commits, and never if it does not', async () => {
  const failing = house.db.transaction(async (tx) => {
    await queueMail(tx, house.context, newMail)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await house.db.rows(sql`select from mails`)).toHaveLength(0)
  const id = await queue()
  const jobs = await house.db.rows(sql`select from crier_jobs.jobs where key = ${`mail ${id}`}`)
  expect(jobs).toHaveLength(1)
  await work(id)
  expect(server.received).toHaveLength(1)
})

it('keeps the letter sealed until it is sent, and not at all afterwards', async () => {
  const id = await queue()
  const { letter: sealed } = (await look(id)) ?? {}
  expect(sealed).toMatch(/^v1\./)
  const dump = await house.db.rows(
    sql`select m::text, (select string_agg(j::text, '') from crier_jobs.jobs j) from mails m`,
  )
  expect(JSON.stringify(dump)).not.toContain('the-secret-of-a-link')
  await work(id)
  expect(await look(id)).toMatchObject({ state: 'sent', letter: null, error: null })
  expect(server.received[0]?.raw).toContain('the-secret-of-a-link')
})

it('is tried again after pauses that double, with one Message-ID', async () => {
  const id = await queue()
  server.next('data', { code: 451, text: 'Later' }, { code: 421, text: 'Later still' }, 'drop')
  const waits: number[] = []
  for (let round = 0; round < 4; round += 1) {
    await work(id)
    waits.push((await look(id))?.waits ?? 0)
    await letItBeDue(id)
  }
  expect(await look(id)).toMatchObject({ state: 'sent', tries: 4, error: null })
  for (const [index, least] of [25, 50, 100].entries()) {
    expect(waits[index]).toBeGreaterThan(least)
    expect(waits[index]).toBeLessThan(least * 1.4)
  }
  const ids = server.received.map(({ parsed }) => parsed.messageId)
  expect([ids.length, new Set(ids).size]).toEqual([4, 1])
  await work(id)
  expect(server.received).toHaveLength(4)
})

it('is given up when the server refuses it for good, or when it has waited too long', async () => {
  const refused = await queue()
  server.next('to', { code: 550, text: 'No such person here' })
  await work(refused)
  expect(await look(refused)).toMatchObject({
    state: 'refused',
    letter: null,
    tries: 1,
    error: expect.stringContaining('No such person here'),
  })
  const late = await queue()
  await house.db.run(sql`update mails set expires_at = clock_timestamp() where id = ${late}`)
  await work(late)
  await continueMails(house.context)
  expect(await look(late)).toMatchObject({ state: 'expired', letter: null })
  expect(server.received).toHaveLength(0)
})

it('is sent by one of the workers that try it at once', async () => {
  const id = await queue()
  await Promise.all([work(id), work(id), work(id)])
  expect(server.received).toHaveLength(1)
})

it('is taken up again when its worker died, and when its job was lost', async () => {
  const id = await queue()
  await house.db.run(sql`update mails set tries = 1, next_try_at = clock_timestamp() + interval '1 minute'`)
  await house.db.run(sql`select crier_jobs.remove_job(${`mail ${id}`})`)
  await work(id)
  await continueMails(house.context)
  expect(await house.db.rows(sql`select from crier_jobs.jobs where key = ${`mail ${id}`}`)).toHaveLength(0)
  await letItBeDue(id)
  await continueMails(house.context)
  expect(await house.db.rows(sql`select from crier_jobs.jobs where key = ${`mail ${id}`}`)).toHaveLength(1)
})

it('survives a worker that is killed after the server took it, and is recognised as the same', async () => {
  server.next('data', 'hang')
  const timings = { mailTryMs: 1_000 }
  const killed = await startWorkerProcess(house, timings)
  const id = await queue()
  await expect.poll(() => server.received.length).toBe(1)
  await killed.kill()
  expect(await look(id)).toMatchObject({ state: 'waiting', tries: 1 })
  await letItBeDue(id)
  await work(id)
  expect(await look(id)).toMatchObject({ state: 'sent', tries: 2 })
  const ids = server.received.map(({ parsed }) => parsed.messageId)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
}, 30_000)
