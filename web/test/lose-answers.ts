import type { Page } from 'playwright-core'

interface Call {
  readonly method: string
  /** As CDP matches addresses: `*` stands for any letters. */
  readonly url: string
  /** How many answers are lost before one comes through. */
  readonly times: number
}

/** Lets calls of a page reach the server, which does them, and loses their answers on the way back. Answers how many were lost. */
export async function loseAnswers(page: Page, { method, url, times }: Call): Promise<() => number> {
  const devtools = await page.context().newCDPSession(page)
  let lost = 0
  devtools.on('Fetch.requestPaused', ({ requestId, request }) => {
    const isLost = request.method === method && lost < times
    if (isLost) lost += 1
    const answered = isLost
      ? devtools.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
      : devtools.send('Fetch.continueRequest', { requestId })
    // A page that was closed meanwhile has no calls any more.
    answered.catch(() => undefined)
  })
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: url, requestStage: 'Response' }] })
  return () => lost
}
