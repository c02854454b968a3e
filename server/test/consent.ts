/** Agrees on the consent page of a fake server, without a browser; answers the address to which it sends people back. */
export async function agreeAt(
  url: string,
  given: { person: string; scopes: readonly string[] },
): Promise<URL> {
  const form = new URLSearchParams({ decision: 'allow', person: given.person })
  for (const scope of given.scopes) form.append('scope', scope)
  return decideAt(url, form)
}

/** Presses the button with everything as it was offered. */
export async function agreeToAll(url: string): Promise<URL> {
  return decideAt(url, new URLSearchParams({ decision: 'allow' }))
}

/** Says no there. */
export async function refuseAt(url: string): Promise<URL> {
  return decideAt(url, new URLSearchParams({ decision: 'refuse' }))
}

async function decideAt(url: string, form: URLSearchParams): Promise<URL> {
  const answer = await fetch(url, { method: 'POST', body: form, redirect: 'manual' })
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`The consent page answered ${answer.status}: ${await answer.text()}`)
  return new URL(location)
}
