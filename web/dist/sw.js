// Opens the app without a network: its page and its files are kept, and nothing of a person is. What is read from the server is
// kept by the page itself, in its own store, and goes when its person signs out.
const files = 'crier-files'
const pages = 'crier-page'
const most = 200

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(openPage(event, request))
  else if (url.pathname.startsWith(`${base()}/assets/`)) event.respondWith(openFile(request))
})

// The path below which the server is reached.
function base() {
  return new URL(self.registration.scope).pathname.replace(/\/$/, '')
}

// A page is the same at every address. One that the server sends goes before one that is kept.
async function openPage(event, request) {
  const kept = await caches.open(pages)
  const name = `${base()}/`
  try {
    const answer = await fetch(request)
    const isApp = answer.ok && answer.headers.get('content-security-policy')?.includes("script-src 'self'")
    if (isApp && !answer.redirected) event.waitUntil(kept.put(name, answer.clone()))
    // A proxy answers in place of a server that is being started again.
    return isGateway(answer) ? ((await kept.match(name)) ?? answer) : answer
  } catch (error) {
    const page = await kept.match(name)
    if (page === undefined) throw error
    return page
  }
}

function isGateway({ status }) {
  return status === 502 || status === 503 || status === 504
}

// Their names say what is in them, so a kept one is never old.
async function openFile(request) {
  const kept = await caches.open(files)
  const found = await kept.match(request)
  if (found !== undefined) return found
  const answer = await fetch(request)
  if (answer.ok) {
    await kept.put(request, answer.clone())
    const names = await kept.keys()
    for (const old of names.slice(0, Math.max(0, names.length - most))) await kept.delete(old)
  }
  return answer
}
