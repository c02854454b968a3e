import type { Role } from '../../src/callers/roles.ts'
import { sql } from '../../src/db/database.ts'
import { sessionCookie } from '../../src/http/app/session-cookie.ts'
import { newId } from '../../src/lib/id.ts'
import { insertUser } from '../../src/people/new-user.ts'
import { hashPassword } from '../../src/people/password.ts'
import { beginSession } from '../../src/people/sessions/begin-session.ts'
import type { Answer, House, Send } from '../house.ts'

export const password = 'a long sentence of mine'

// Made once, because each takes 0.1 s of a processor. People who have the same password need not have hashes of their own here.
let passwordHash: Promise<string> | undefined

/** A browser that keeps its cookies, on a page of the house itself. */
export interface Browser {
  request(method: string, path: string, send?: Send): Promise<Answer>
  /** The cookies as they would be sent. */
  cookies: Map<string, string>
  signIn(email: string, withPassword?: string): Promise<Answer>
}

export interface Person {
  readonly id: string
  readonly email: string
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

/** A new person with this role in the workspace of the house, to whom the app was shown in English before; null for no role. */
export async function newPerson(house: House, role: Role | null = 'owner'): Promise<Person> {
  const email = `${newId()}@example.org`
  passwordHash ??= hashPassword(password)
  const prepared = { email, passwordHash: await passwordHash, shownLanguage: 'en' } as const
  const id = await insertUser(house.db, prepared)
  if (role !== null) {
    await house.db.run(sql`
      insert into memberships (workspace_id, user_id, role) values (${house.workspaceId}, ${id}, ${role})`)
  }
  return { id, email }
}

/** The browser of a new person who is signed in, without the work of looking at the password. */
export async function signedIn(house: House, role: Role | null = 'owner'): Promise<Browser & Person> {
  const person = await newPerson(house, role)
  return { ...(await beginAgain(house, person)), ...person }
}

/** Another browser of a person, signed in without the work of looking at the password. */
export async function beginAgain(house: House, person: Person): Promise<Browser> {
  const browser = openBrowser(house)
  const { token } = await beginSession(house.db, person.id, { ip: '127.0.0.1', userAgent: 'node' })
  keep(browser.cookies, sessionCookie(house.context.config.publicUrl, token))
  return browser
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (/max-age=0/i.test(line)) cookies.delete(name)
  else cookies.set(name, value)
}
