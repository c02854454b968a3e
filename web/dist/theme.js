// Runs before the first paint.
;(() => {
  const kept = (name) => {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  }

  // A dark page never flashes white.
  const chosen = kept('crier-theme')
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'

  // Every page asks first who is there. Where nobody can be, it asks whether there is an owner, and how one may sign in. The
  // answers come while the code of the app is still on its way (live/early-answer.ts).
  const session = document.querySelector('meta[name="crier-session"]')?.content
  const isNobody = session === 'none' && kept('crier-person') === null
  const server = document.currentScript.src.replace(/\/theme\.js.*$/, '')
  const outside = location.pathname.endsWith('/setup') ? ['/app/setup'] : ['/app/setup', '/app/sign-in']
  const questions = isNobody ? outside : ['/app/me']
  globalThis.crierEarly = new Map(
    questions.map((path) => {
      const answer = fetch(server + path, { credentials: 'include', redirect: 'manual' })
      answer.catch(() => undefined)
      return [server + path, answer]
    }),
  )

  // The words that a link brings leave its address as they are, before anything makes numbers of them or sends them anywhere.
  // They wait in this tab until the composer takes them (shares/brought-words.ts), also while somebody signs in.
  const { origin, pathname, search, hash } = location
  if (origin + pathname === `${server}/compose` && search + hash !== '')
    try {
      sessionStorage.setItem('crier-words', (search + hash).slice(0, 1_000_000))
      history.replaceState(null, '', pathname)
    } catch {
      // A browser that keeps nothing leaves them in the address.
    }

  // The first format of times takes a browser the longest. It has time for that while the code of the app is on its way, or the
  // first picture of the page on its way to the screen.
  const prepare = () => setTimeout(() => new Intl.DateTimeFormat().format())
  if (isNobody || document.hidden) prepare()
  else requestAnimationFrame(prepare)
})()
