import type { Answer, House, Send } from '../house.ts'

export const password = 'a long sentence of mine'

/** A browser that keeps its cookies, on a page of the house itself. */
export interface Browser {
  request(method: string, path: string, send?: Send): Promise<Answer>
  /** The cookies as they would be sent. */
  cookies: Map<string, string>
  signIn(email: string, withPassword?: string): Promise<Answer>
}

export function openBrowser(house: House): Browser {
  const cookies = new Map<string, string>()
  const request = async (method: string, path: string, { headers = {}, ...send }: Send = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await house.request(method, path, {
      key: null,
      ...send,
      headers: { 'sec-fetch-site': 'same-origin', ...(cookie === '' ? {} : { cookie }), ...headers },
    })
    for (const line of answer.headers.getSetCookie()) keep(cookies, line)
    return answer
  }
  return {
    request,
    cookies,
    signIn: (email, withPassword = password) =>
      request('POST', '/app/sign-in', { body: { email, password: withPassword } }),
  }
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (/max-age=0/i.test(line)) cookies.delete(name)
  else cookies.set(name, value)
}
