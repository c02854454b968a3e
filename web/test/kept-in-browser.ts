import type { Page } from 'playwright-core'

/**
 * Every word of every place in which a browser could keep something of a page: what is drawn and typed, the address and its state,
 * both stores, every row of every database, and every file of every cache, by its address and its content.
 */
export function readEverything(page: Page): Promise<string> {
  return page.evaluate(`(async () => {
    const done = (asked) => new Promise((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error)
    })
    const rowsOf = async ({ name }) => {
      const database = await done(indexedDB.open(name))
      const rows = []
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store)
        rows.push(store, JSON.stringify(await done(all.getAllKeys())), JSON.stringify(await done(all.getAll())))
      }
      database.close()
      return [name, ...rows].join()
    }
    const filesOf = async (name) => {
      const cache = await caches.open(name)
      const files = await Promise.all((await cache.keys()).map(async (request) => {
        const answer = await cache.match(request)
        return [request.url, JSON.stringify([...answer.headers]), await answer.text()].join()
      }))
      return [name, ...files].join()
    }
    // A store that is spread hides an item whose name is that of a method, such as “key”.
    const itemsOf = (store) => Array.from({ length: store.length }, (_, at) => {
      const item = Storage.prototype.key.call(store, at)
      return [item, Storage.prototype.getItem.call(store, item)].join()
    })
    const cached = 'caches' in globalThis ? await Promise.all((await caches.keys()).map(filesOf)) : []
    const stored = await Promise.all((await indexedDB.databases()).map(rowsOf))
    const typed = [...document.querySelectorAll('input, textarea')].map(({ value }) => value)
    return [document.documentElement.outerHTML, ...typed, ...itemsOf(localStorage),
      ...itemsOf(sessionStorage), JSON.stringify(history.state), location.href, document.cookie, name,
      ...cached, ...stored].join('\\n')
  })()`)
}
