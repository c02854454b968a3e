// @module-tag slow
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { image } from '../../server/test/media-files.ts'
import { expectUsable } from './axe.ts'
import { csv, drop } from './drop-files.ts'
import { loseAnswers } from './lose-answers.ts'
import { openApp, phone } from './open-app.ts'
import { forgiveRefusals } from './refusals.ts'

const root = join(import.meta.dirname, '../..')
const year = new Date().getUTCFullYear() + 1
let house: House
let folder: string
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true, worker: false })
  await house.connect('sandbox', { name: 'Harbour' }, 'test')
  await house.connect('sandbox', { name: 'Quay' }, 'test')
  folder = mkdtempSync(join(tmpdir(), 'crier-plan-'))
})
afterAll(async () => {
  await house?.stop()
  if (folder) rmSync(folder, { recursive: true })
})

const call = (method: string, path: string) => house.request(method, path, { key: house.testKey })
const countOf = async (tag: string): Promise<number> =>
  (await call('GET', `/v1/posts?tag=${tag}`)).json.meta.total

/** Imports a table by the command line, and answers the state of each row. */
async function importByProgram(name: string, text: string): Promise<string[]> {
  const path = join(folder, name)
  writeFileSync(path, text)
  const env = { ...process.env, CRIER_URL: house.url, CRIER_API_KEY: house.testKey, HOME: folder }
  const args = ['cli/src/main.ts', 'import', path, '--json']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env })
  return JSON.parse(stdout).map(({ state }: { state: string }) => state)
}

/** Pastes text where the focus is. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`(() => {
    const data = new DataTransfer()
    data.setData('text/plain', ${JSON.stringify(text)})
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data })
    document.activeElement.dispatchEvent(event)
  })()`)
}

test('a table with mistakes says them beside its rows, and mended it makes each post once, here and by the command line', async () => {
  const { page, close } = await openApp(house, { path: '/drafts' })
  await page.getByRole('link', { name: 'Import a table' }).click()
  await page.getByText('Choose a table or drop it here').waitFor()
  await page.getByText('sandbox:@harbour', { exact: true }).waitFor()
  await expectUsable(page)
  const right = `text,to,at,tag\nRight,@harbour,${year}-02-01 09:00,mended\nAlso right,"@harbour, @quay",${year}-02-02 09:00,mended\n`
  const wrong = `${right}Whose?,@nobody,${year}-02-03 09:00,mended\nLate,@harbour,2020-01-01 09:00,mended\n${'x'.repeat(6_000)},@harbour,${year}-02-03 09:00,mended\nWhen?,@harbour,3/2/${year} 9:00,mended\n`
  await drop(page, csv(wrong))
  await page.getByText('2 rows become posts. 4 rows are refused.').waitFor()
  const row = (line: number) => page.getByRole('listitem').filter({ hasText: new RegExp(`^Line ${line}`) })
  await row(2).getByText(`1 Feb ${year}, 09:00`).waitFor()
  await row(4).getByText('There is no account ‘@nobody’.').waitFor()
  await row(5).getByText('‘2020-01-01 09:00’ has passed.').waitFor()
  await row(6)
    .getByText(/^text, @harbour: /)
    .waitFor()
  await row(7).getByText('is no time that can be read for sure').waitFor()
  // Nothing can be made by mistake.
  expect(await page.getByRole('button', { name: /^Make/ }).count()).toBe(0)
  await page.getByRole('tab', { name: 'Refused' }).click()
  expect(await page.getByRole('listitem').filter({ hasText: /^Line/ }).count()).toBe(4)
  await page.getByRole('tab', { name: 'All' }).click()
  await expectUsable(page)
  await drop(page, csv(right))
  await page.getByRole('button', { name: 'Make 2 posts' }).click()
  await page.getByText('2 posts were made.').waitFor()
  await row(3).getByText('Just made').waitFor()
  await expectUsable(page)
  expect(await countOf('mended')).toBe(2)
  expect(await importByProgram('mended.csv', right)).toEqual(['existing', 'existing'])
  await page.reload()
  await page.getByText('Choose a table or drop it here').waitFor()
  await drop(page, csv(right))
  await page.getByText('2 posts are there already. There is nothing left to make.').waitFor()
  const post = await row(2).getByRole('link', { name: 'Right' }).getAttribute('href')
  await call('DELETE', `/v1${post?.replace(/^.*(?=\/posts)/, '')}`)
  await page.reload()
  await page.getByText('Choose a table or drop it here').waitFor()
  await drop(page, csv(right))
  await page.getByText('1 post was deleted before, and is not made again.').waitFor()
  expect(await countOf('mended')).toBe(1)
  await close()
})

test('what the command line has made is there for the page, and refused rows can be left out', async () => {
  const table = `text,to,at,tag\nBy program,@harbour,${year}-03-01 09:00,both\n`
  expect(await importByProgram('both.csv', table)).toEqual(['made'])
  const { page, close } = await openApp(house, { path: '/import' })
  await page.getByText('Choose a table or drop it here').waitFor()
  await drop(
    page,
    csv(`${table}New here,@quay,${year}-03-02 09:00,both\nWrong,@nobody,${year}-03-02 09:00,both\n`),
  )
  await page.getByText('1 row becomes a post. 1 row is refused. 1 post is there already.').waitFor()
  await page.getByRole('checkbox', { name: 'Leave out the refused row' }).check()
  await page.getByRole('button', { name: 'Make 1 post' }).click()
  await page.getByText('1 post was made.').waitFor()
  await page.getByRole('link', { name: 'See them in the calendar' }).click()
  await page.getByRole('heading', { name: `March ${year}` }).waitFor()
  await page.getByText('New here').first().waitFor()
  expect(await countOf('both')).toBe(2)
  await close()
})

test('cells that are pasted by the keyboard get the accounts and the time that they lack, and files that are dropped beside them', async () => {
  const { page, close } = await openApp(house, { path: '/import', device: { ...phone, locale: 'de-DE' } })
  const field = page.getByRole('textbox', { name: 'Oder Zellen einfügen' })
  await field.focus()
  await paste(
    page,
    'text\tmedia\talt\ttag\n"Morgens,\nam Hafen"\tbilder/Dawn.png\tBoote\tpasted\nOhne Bild\t\t\tpasted\n',
  )
  await page.getByRole('heading', { name: 'Eingefügte Tabelle' }).waitFor()
  expect(await page.evaluate('document.activeElement.tagName')).toBe('H2')
  await page.getByText('2 Zeilen werden abgelehnt.').waitFor()
  await page.getByRole('checkbox', { name: '@quay' }).check()
  await page.getByRole('combobox', { name: '2 Zeilen ohne Zeit' }).selectOption('draft')
  await page.getByText('Die Datei ‚bilder/Dawn.png‘ fehlt noch. Zieh sie auf diese Seite.').waitFor()
  await expectUsable(page)
  await drop(page, { name: 'dawn.png', bytes: await image('png') })
  await page.getByRole('button', { name: '2 Beiträge anlegen' }).click()
  await page.getByText('2 Beiträge wurden angelegt.').waitFor()
  await expectUsable(page)
  const { data } = (await call('GET', '/v1/posts?tag=pasted')).json
  expect(data.map(({ caption }: { caption: string }) => caption).sort()).toEqual([
    'Morgens,\nam Hafen',
    'Ohne Bild',
  ])
  const [pictured] = data.filter(({ media }: { media: string[] }) => media.length === 1)
  const { request } = (await call('GET', `/v1/posts/${pictured.id}?expand=request`)).json
  expect(request).toMatchObject({ is_draft: true, media: [{ alt_text: 'Boote' }] })
  await close()
})

test('where no answer comes, the page says that it does not know, finds what is there, and makes the others', async () => {
  const { page, browser, close } = await openApp(house, { path: '/import' })
  const rows = Array.from({ length: 60 }, (_, index) => `Post ${index},@harbour,yes,lost`)
  await page.getByText('Choose a table or drop it here').waitFor()
  await drop(page, csv(`text,to,draft,tag\n${rows.join('\n')}\n`))
  await page.getByRole('button', { name: 'Make 60 posts' }).waitFor()
  // The client itself asks again twice.
  const lost = await loseAnswers(page, { method: 'POST', url: '*/v1/posts/bulk', times: 3 })
  await page.getByRole('button', { name: 'Make 60 posts' }).click()
  await page.getByText('Some of the posts may have been made.').waitFor({ timeout: 60_000 })
  expect(lost()).toBe(3)
  expect(await countOf('lost')).toBe(50)
  await page.getByRole('button', { name: 'Look again' }).click()
  await page.getByText('10 rows become posts. 50 posts are there already.').waitFor({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Make 10 posts' }).click()
  await page.getByText('10 posts were made.').waitFor()
  expect(await countOf('lost')).toBe(60)
  browser.forgive(/ERR_CONNECTION_RESET/)
  await close()
})

test('workbooks and other texts are told apart, and a role that may not write is told whom to ask', async () => {
  const { page, browser, close } = await openApp(house, { path: '/import' })
  await page.getByText('Choose a table or drop it here').waitFor()
  await drop(page, { name: 'plan.xlsx', bytes: Buffer.from('PK\u0003\u0004 and so on') })
  await page.getByText('This is a workbook of a spreadsheet program.').waitFor()
  await drop(page, csv('text,captoin\na,b'))
  await page.getByText('‘captoin’ is none that Crier knows').waitFor()
  const words = Buffer.from('text;to;draft;tag\r\nStraße;@harbour;yes;latin\r\n', 'latin1')
  await drop(page, { name: 'excel.csv', bytes: words })
  await page.getByText('it was read as Windows-1252').waitFor()
  await page.getByText('Straße').waitFor()
  await close()
  const viewer = await openApp(house, { path: '/import', role: 'viewer' })
  await viewer.page.getByText('Your role here is viewer, which may not use this.').waitFor()
  forgiveRefusals(browser, 422)
  await viewer.close()
})
