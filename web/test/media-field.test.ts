import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isHere, skipWithout } from '../../scripts/test-needs.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { expectAccessible, expectFits } from './axe.ts'
import { type Seeded, seedPicture } from './media-seeds.ts'
import { desktop, openApp, phone } from './open-app.ts'

let house: House
let account: string
let media: readonly Seeded[]
beforeEach(skipWithout('chromium'))
beforeAll(async () => {
  if (!isHere('chromium')) return
  house = await startHouse({ hasUsualUrl: true })
  account = await house.connect('sandbox', { name: 'Harbour' }, 'test')
  media = [
    await seedPicture(house, { name: 'one.jpg', width: 800, alt: 'The first' }),
    await seedPicture(house, { name: 'two.jpg', width: 820 }),
    await seedPicture(house, { name: 'three.jpg', width: 840 }),
  ]
})
afterAll(() => house?.stop())

async function newDraft(names: readonly number[], caption = 'Autumn bread list'): Promise<string> {
  const chosen = names.map((index) => media[index]?.media_id)
  const body = { caption, social_accounts: [account], media: chosen, is_draft: true }
  const answer = await house.request('POST', '/v1/posts', { key: house.testKey, body })
  expect(answer.status).toBe(200)
  return answer.json.id
}

/** The media that the next save sends, once the server has taken them. */
async function nextSaved(page: Page, isIt: (sent: readonly { media_id: string }[]) => boolean) {
  const sentIn = (request: Request) =>
    (request.postDataJSON() as { media?: { media_id: string }[] } | null)?.media
  const answer = await page.waitForResponse(async (response) => {
    const request = response.request()
    if (
      !/^(?:PATCH|POST)$/.test(request.method()) ||
      !/\/v1\/posts(?:\/[^/]+)?$/.test(new URL(request.url()).pathname)
    )
      return false
    const sent = sentIn(request)
    return response.ok() && sent !== undefined && isIt(sent)
  })
  return sentIn(answer.request()) ?? []
}

/** Waits for media in the order of these seeds. */
const inOrder = (...indexes: number[]) => {
  const wanted = indexes.map((index) => media[index]?.media_id).join()
  return (sent: readonly { media_id: string }[]) => sent.map(({ media_id }) => media_id).join() === wanted
}

test('media are ordered by drag, by menu and by keys (check 15)', async () => {
  const draft = await newDraft([0, 1, 2])
  const { page, close } = await openApp(house, { path: `/posts/${draft}/edit` })
  const tile = (number: number) =>
    page.getByRole('button', { name: new RegExp(`Edit medium ${number} of 3`) })
  await tile(3).waitFor()
  const [first, third] = [await tile(1).boundingBox(), await tile(3).boundingBox()]
  if (first === null || third === null) throw new Error('The tiles are not shown.')
  const dragged = nextSaved(page, inOrder(1, 2, 0))
  await page.mouse.move(first.x + 40, first.y + 60)
  await page.mouse.down()
  await page.mouse.move(third.x + 20, third.y + 60, { steps: 5 })
  await page.mouse.move(third.x + third.width - 10, third.y + 60)
  await page.mouse.up()
  await dragged
  // Letting go opened nothing.
  expect(await page.getByRole('dialog').count()).toBe(0)

  const byMenu = nextSaved(page, inOrder(2, 1, 0))
  await page.getByRole('button', { name: /Actions for medium 2/ }).click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Move left' }).click()
  await byMenu

  const byKeys = nextSaved(page, inOrder(2, 0, 1))
  await tile(2).focus()
  await page.keyboard.press('Control+Shift+ArrowRight')
  await byKeys
  await page.getByText('Moved to place 3 of 3.').waitFor({ state: 'attached' })
  await close()
})

test('alt text, crop and focus reach the API as they were set, and only what differs from the library (check 15)', async () => {
  const draft = await newDraft([0, 1])
  const { page, close } = await openApp(house, { path: `/posts/${draft}/edit` })
  const dialog = page.getByRole('dialog')
  const saved = nextSaved(page, (sent) => JSON.stringify(sent[1]).includes('focus'))
  await page.getByRole('button', { name: /Edit medium 2 of 2.*Alt text is missing/ }).click()
  await dialog.getByRole('textbox').fill('Loaves on a shelf')
  await dialog.getByRole('button', { name: 'Crop' }).click()
  await dialog.getByRole('button', { name: '1:1', exact: true }).click()
  await dialog.getByLabel('From the left').fill('10')
  await dialog.getByRole('button', { name: 'Focus point' }).first().click()
  const stage = dialog.getByRole('button', { name: 'Focus point', exact: true }).nth(1)
  await stage.focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Use in this post' }).click()
  const [one, two] = await saved
  expect(one).toEqual({ media_id: media[0]?.media_id })
  expect(two).toEqual({
    media_id: media[1]?.media_id,
    alt_text: 'Loaves on a shelf',
    crop: { x: 0.1, y: 0, width: 0.5854, height: 1 },
    focus: { x: -0.2, y: 0 },
  })
  await page.getByRole('button', { name: /Alt text: Loaves on a shelf/ }).waitFor()
  await close()
})

test('an alt text is lost by no way out of its dialog, and Cancel takes it back', async () => {
  const draft = await newDraft([1])
  const { page, close } = await openApp(house, { path: `/posts/${draft}/edit` })
  const edit = page.getByRole('button', { name: /Edit medium 1 of 1/ })
  const dialog = page.getByRole('dialog', { name: 'two.jpg' })
  const type = async (words: string) => {
    await edit.click()
    await dialog.getByRole('textbox').fill(words)
  }
  const shows = (words: string) =>
    page.getByRole('button', { name: new RegExp(`Alt text: ${words}$`) }).waitFor()

  await type('Loaves on a shelf ')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await shows('Loaves on a shelf')
  await type('Loaves in a basket')
  await page.mouse.click(4, 4)
  await dialog.waitFor({ state: 'detached' })
  await shows('Loaves in a basket')
  await type('Loaves on a plate')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await shows('Loaves on a plate')
  await type('Loaves nowhere')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await shows('Loaves on a plate')

  // Leaving the page while the dialog is open keeps what was typed, too.
  const kept = nextSaved(page, ([one]) => JSON.stringify(one).includes('Loaves on the table'))
  await type('Loaves on the table')
  await kept
  await page.reload()
  await shows('Loaves on the table')
  await close()
})

test('Ctrl+Enter in a dialog over the composer does not send the post behind it', async () => {
  const draft = await newDraft([0])
  const { page, close } = await openApp(house, { path: `/posts/${draft}/edit` })
  await page.getByRole('radio', { name: /^Now/ }).check()
  await page.getByRole('button', { name: 'Publish to 1 account' }).waitFor()
  await page.getByRole('button', { name: /Edit medium 1 of 1/ }).click()
  await page.getByRole('dialog').getByRole('textbox').press('Control+Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Publish to 1 account' }).click()
  await page.getByText(/Going out in \d+ s/).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Publish to 1 account' }).waitFor()
  await close()
})

test('media come from the library, and by drop, in the order in which they were added', async () => {
  const draft = await newDraft([0])
  const { page, close } = await openApp(house, { path: `/posts/${draft}/edit` })
  await page.getByRole('button', { name: /Edit medium 1 of 1/ }).waitFor()
  await page.getByRole('button', { name: 'Library', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /three\.jpg/ }).click()
  await dialog.getByRole('button', { name: /two\.jpg/ }).click()
  await expectAccessible(page)
  const picked = nextSaved(page, inOrder(0, 2, 1))
  await dialog.getByRole('button', { name: 'Add 2 files' }).click()
  await picked

  const dropped = nextSaved(page, (sent) => sent.length === 5)
  await page.evaluate(`(async () => {
    const data = new DataTransfer()
    for (const [name, width] of [['first.png', 60], ['second.png', 8]]) {
      const canvas = new OffscreenCanvas(width, width)
      canvas.getContext('2d').fillRect(0, 0, width / 2, width)
      data.items.add(new File([await canvas.convertToBlob()], name, { type: 'image/png' }))
    }
    for (const type of ['dragover', 'drop'])
      document.querySelector('main').dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }))
  })()`)
  const added = (await dropped).slice(3).map(({ media_id }) => media_id)
  const names = added.map(
    async (id) => (await house.request('GET', `/v1/media/${id}`, { key: house.testKey })).json.name,
  )
  expect(await Promise.all(names)).toEqual(['first.png', 'second.png'])
  await close()
})

test('a crop is offered in the shapes that every chosen account takes', async () => {
  const second = await house.connect('sandbox', { name: 'Flour' }, 'test')
  const body = {
    caption: 'For both',
    social_accounts: [account, second],
    media: [media[0]?.media_id],
    is_draft: true,
  }
  const { json: draft } = await house.request('POST', '/v1/posts', { key: house.testKey, body })
  const { page, goTo, close } = await openApp(house)
  const shapes = {
    [account]: { min_aspect: 0.8, max_aspect: 2 },
    [second]: { min_aspect: 0.5, max_aspect: 1 },
  }
  await page.route('**/v1/social-accounts?*', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    for (const { id, limits } of json.data)
      for (const kind of limits.media.kinds) kind.shape = shapes[id] ?? null
    await route.fulfill({ response, json })
  })
  await goTo(`/posts/${draft.id}/edit`)
  await page.getByRole('button', { name: /Edit medium 1 of 1/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Crop' }).click()
  const shapesShown = dialog.getByRole('group', { name: 'Shape' }).getByRole('button')
  expect(await shapesShown.allTextContents()).toEqual(['Free', '4:5', '1:1'])
  await close()
})

const families = ['microblog', 'photo', 'short_video', 'long_video', 'page_card', 'pin', 'chat', 'article']

test.each([
  ['light', desktop],
  ['dark', phone],
] as const)(
  'a post is drawn in each of the eight families, in %s',
  async (colorScheme, device) => {
    const text = `Bread <b>list</b> for @harbour\n\nAll of it: https://example.com/autumn #bread ${'and more words '.repeat(20)}`
    const draft = await newDraft([0, 1, 2], text)
    const { page, goTo, close } = await openApp(house, {
      path: `/posts/${draft}/edit`,
      device: { ...device, colorScheme },
    })
    let family = ''
    await page.route('**/v1/platforms*', async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      for (const platform of json.data) {
        const clamp = { lines: null, characters: 120 }
        platform.preview = { ...platform.preview, family, clamp, actions: ['like', 'reply'] }
      }
      await route.fulfill({ response, json })
    })
    for (family of families) {
      await goTo(`/posts/${draft}/edit`)
      const tab = page.getByRole('button', { name: 'Preview', exact: true })
      await page.getByRole('group', { name: 'Media', exact: true }).waitFor()
      if ((await tab.count()) > 0 && (await tab.isVisible())) await tab.click()
      const preview = page.getByRole('article', { name: /^Preview for/ })
      await preview.waitFor()
      // Markup in a text is text.
      await preview.getByText('Bread <b>list</b> for').waitFor()
      const shown = await preview.textContent()
      await preview.getByRole('button', { name: 'more' }).click()
      expect((await preview.textContent())?.length).toBeGreaterThan((shown ?? '').length)
      const ground = `getComputedStyle(document.querySelector('[data-family=${family}]')).backgroundColor`
      const before = await page.evaluate(ground)
      await preview.getByRole('button', { name: /^Show it in/ }).click()
      expect(await page.evaluate(ground)).not.toBe(before)
      // A part behind the top bar cannot be pressed.
      await page.evaluate('scrollTo(0, 0)')
      await expectAccessible(page)
      await expectFits(page)
    }
    await close()
  },
  60_000,
)
