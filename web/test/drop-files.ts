import type { Page } from 'playwright-core'

/** Drops files on the page, as a person does from a folder. */
export async function drop(page: Page, ...files: readonly { name: string; bytes: Buffer }[]): Promise<void> {
  const carried = files.map(({ name, bytes }) => ({ name, text: bytes.toString('base64') }))
  await page.evaluate(`(() => {
    const data = new DataTransfer()
    for (const { name, text } of ${JSON.stringify(carried)})
      data.items.add(new File([Uint8Array.from(atob(text), (each) => each.charCodeAt(0))], name))
    document.querySelector('main').dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: data }))
  })()`)
}

/** A table as a file. */
export const csv = (text: string, name = 'plan.csv') => ({ name, bytes: Buffer.from(text) })
