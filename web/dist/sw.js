// Opens the app without a network: its page and its files are kept, and nothing of a person is. What is read from the server is
// kept by the page itself, in its own store, and goes when its person signs out. A share of another app is kept until it is in a draft.
const files = 'crier-files'
const pages = 'crier-page'
const most = 400

// The rooms of the app. Other addresses are the server's own, such as an archive or the way back from a network.
const rooms =
  /^\/(?:(?:calendar|needs-you|notifications|drafts|posts|queue|feeds|recurrences|import|library|accounts|analytics|build|settings|more|workspaces|setup|sign-in|join|reset|review|share|compose)(?:\/|$)|$)/

// A line that carries nothing is said to be there for a long time.
const patienceMs = 4_000

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), keepFirstPage()])),
)

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== location.origin) return
  const path = url.pathname.slice(base().length)
  // A frame that another page hides shares nothing.
  const isShare = request.method === 'POST' && path === '/share' && request.destination === 'document'
  if (isShare) event.respondWith(takeShare(request))
  if (request.method !== 'GET') return
  if (request.mode === 'navigate' && rooms.test(path)) event.respondWith(openPage(event, request))
  else if (path.startsWith('/assets/')) event.respondWith(openFile(event, request))
})

// The path below which the server is reached.
function base() {
  return new URL(self.registration.scope).pathname.replace(/\/$/, '')
}

// A page is the same at every address. One that the server sends goes before one that is kept.
async function openPage(event, request) {
  // The words that a link brings are for the composer: no server, and no log on the way there, need read them.
  const isLink = new URL(request.url).pathname === `${base()}/compose`
  const asked = isLink ? askForPage(`${base()}/compose`) : fetch(request)
  event.waitUntil(asked.then(keepPage).catch(() => undefined))
  try {
    const answer = await Promise.race([asked, wait(patienceMs)])
    // A proxy answers in place of a server that is being started again.
    if (answer === undefined || isGateway(answer)) return (await keptPage()) ?? (await asked)
    return answer
  } catch (error) {
    const page = await keptPage()
    if (page === undefined) throw error
    return page
  }
}

// The page that began this worker was there before it. Without a copy of it, a first visit would end with the network.
function keepFirstPage() {
  return askForPage(`${base()}/`)
    .then(keepPage)
    .catch(() => undefined)
}

function askForPage(path) {
  return fetch(path, { headers: { accept: 'text/html' } })
}

async function keepPage(answer) {
  const isApp = answer.ok && answer.headers.get('content-security-policy')?.includes("script-src 'self'")
  if (!isApp || answer.redirected) return
  const copy = answer.clone()
  await (await caches.open(pages)).put(`${base()}/`, copy)
}

// A device that has no room, or keeps nothing for anybody, has no page either.
async function keptPage() {
  const kept = await caches.open(pages).catch(() => undefined)
  return kept?.match(`${base()}/`)
}

function isGateway({ status }) {
  return status === 502 || status === 503 || status === 504
}

function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

// Their names say what is in them, so a kept one is never old.
async function openFile(event, request) {
  const kept = await caches.open(files).catch(() => undefined)
  const found = await kept?.match(request).catch(() => undefined)
  if (found !== undefined) return found
  const answer = await fetch(request)
  // Something in between may answer with a page of its own, which would stand in place of the file for ever.
  const isPage = answer.headers.get('content-type')?.startsWith('text/html')
  if (answer.ok && !isPage) event.waitUntil(keepFile(kept, request, answer.clone()).catch(() => undefined))
  return answer
}

async function keepFile(kept, request, answer) {
  if (kept === undefined) return
  await kept.put(request, answer)
  const names = await kept.keys()
  for (const old of names.slice(0, Math.max(0, names.length - most))) await kept.delete(old)
}

// The stores of what was shared, which src/shares/kept-shares.ts reads.
const mostFiles = 50
const mostShares = 100
const mostWords = 100_000

// Keeps what another app shares, whether or not somebody is signed in or the server can be reached, and opens the app, which makes
// a draft of it.
async function takeShare(request) {
  const goTo = (query) => Response.redirect(`${location.origin}${base()}/share${query}`, 303)
  try {
    const form = await request.formData()
    const files = form.getAll('files').filter((file) => file instanceof File && file.name !== '')
    const [title, text, url] = ['title', 'text', 'url'].map((name) => wordsOf(form, name))
    if (`${title}${text}${url}`.trim() === '' && files.length === 0) return goTo('')
    const taken = files.slice(0, mostFiles)
    const share = { id: crypto.randomUUID(), at: Date.now(), title, text, url, draft: null, place: null }
    const isKept = await keepShare({ ...share, lost: files.length - taken.length }, taken)
    // A device without room for files may have room for words.
    if (!isKept && !(await keepShare({ ...share, lost: files.length }, []))) return goTo('?kept=none')
    return goTo('')
  } catch (error) {
    console.warn('What was shared could not be read.', error)
    return goTo('?kept=none')
  }
}

function wordsOf(form, name) {
  const words = form.get(name)
  return typeof words === 'string' ? words.slice(0, mostWords) : ''
}

// All of it or nothing. Answers whether this device took it.
async function keepShare(share, files) {
  const database = await openShares().catch(() => undefined)
  if (database === undefined) return false
  try {
    const work = database.transaction(['shares', 'files'], 'readwrite')
    const isOver = new Promise((resolve, reject) => {
      work.oncomplete = resolve
      work.onabort = () => reject(work.error)
    })
    const counted = work.objectStore('shares').count()
    counted.onsuccess = () => {
      // Nobody shares so much before they open any of it: some page fills the device.
      if (counted.result >= mostShares) return work.abort()
      work.objectStore('shares').put(share)
      for (const [index, file] of files.entries())
        work.objectStore('files').put({ share: share.id, index, file })
    }
    await isOver
    return true
  } catch (error) {
    console.warn('This device did not keep what was shared.', error)
    return false
  } finally {
    database.close()
  }
}

function openShares() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('crier-shares', 1)
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('shares', { keyPath: 'id' })
      opening.result.createObjectStore('files', { keyPath: ['share', 'index'] })
    }
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
}
