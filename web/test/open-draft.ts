import { expect } from 'vitest'
import type { House } from '../../server/test/house.ts'
import { openApp } from './open-app.ts'

/** Opens the composer with a draft that is saved and meant for now, for the account `@harbour` of test data. */
export async function openDraft(house: House, words: string, options: Parameters<typeof openApp>[1] = {}) {
  const app = await openApp(house, { path: '/posts/new', ...options })
  const { page } = app
  await page.getByRole('checkbox', { name: /@harbour/ }).check()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill(words)
  await page.getByRole('radio', { name: /^Now/ }).check()
  const idInAddress = () => new URL(page.url()).searchParams.get('draft')
  await expect.poll(idInAddress).not.toBeNull()
  const id = idInAddress() ?? ''
  // Nothing of it is on its way any more.
  const read = () => house.request('GET', `/v1/posts/${id}`, { key: house.testKey })
  await expect.poll(async () => (await read()).json.scheduled_at).toBeNull()
  await page.getByText(/^Saved \d/).waitFor()
  const publish = () => page.getByRole('button', { name: 'Publish to 1 account' }).click()
  const patches: string[] = []
  page.on('request', (request) => request.method() === 'PATCH' && patches.push(request.url()))
  return { app, page, id, publish, patches }
}
