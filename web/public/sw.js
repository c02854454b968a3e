// Opens the app without a network: its page and its files are kept, and nothing of a person is. What is read from the server is
// kept by the page itself, in its own store, and goes when its person signs out.
const files = 'crier-files'
const pages = 'crier-page'
const most = 400

// The rooms of the app. Other addresses are the server's own, such as an archive or the way back from a network.
const rooms =
  /^\/(?:(?:calendar|needs-you|notifications|drafts|posts|queue|feeds|recurrences|import|library|accounts|analytics|build|settings|more|workspaces|setup|sign-in|join|reset)(?:\/|$)|$)/

// A line that carries nothing is said to be there for a long time.
const patienceMs = 4_000

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), keepFirstPage()])),
)

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  const path = url.pathname.slice(base().length)
  if (request.mode === 'navigate' && rooms.test(path)) event.respondWith(openPage(event, request))
  else if (path.startsWith('/assets/')) event.respondWith(openFile(event, request))
})

// The path below which the server is reached.
function base() {
  return new URL(self.registration.scope).pathname.replace(/\/$/, '')
}

// A page is the same at every address. One that the server sends goes before one that is kept.
async function openPage(event, request) {
  const asked = fetch(request)
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
  const asked = fetch(`${base()}/`, { headers: { accept: 'text/html' } })
  return asked.then(keepPage).catch(() => undefined)
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
