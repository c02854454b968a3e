// Runs the code of the app, which the page has fetched, once the frame of the page is on the screen: a browser draws nothing while it
// runs code. Where there is no frame, where nobody looks, and where the browser cannot fetch code ahead, it runs at once.
const mostMs = 100
const code = [...document.querySelectorAll('link[data-code]')]
const session = document.querySelector('meta[name="crier-session"]')?.content
const isFetched = document.createElement('link').relList.supports('modulepreload')

const begin = () => {
  for (const { href } of code.splice(0)) {
    const script = document.createElement('script')
    script.type = 'module'
    script.crossOrigin = ''
    script.src = href
    document.head.append(script)
  }
}

if (session !== 'perhaps' || !isFetched || document.hidden) begin()
else {
  new PerformanceObserver(begin).observe({ type: 'paint', buffered: true })
  // Some browsers tell late that they have drawn, or not at all.
  requestAnimationFrame(() => setTimeout(begin, mostMs))
  document.addEventListener('visibilitychange', begin)
}
