import { expect } from 'vitest'
import type { Role } from '../../src/callers/roles.ts'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { createUser } from '../../src/people/create-user.ts'
import type { Answer, House, Send } from '../house.ts'

export const password = 'a long sentence of mine'

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

/** A new person with this role in the workspace of the house; null for none. */
export async function newPerson(house: House, role: Role | null = 'owner'): Promise<Person> {
  const email = `${newId()}@example.org`
  const id = await createUser(house.db, { email, password })
  if (role !== null) {
    await house.db.run(sql`
      insert into memberships (workspace_id, user_id, role) values (${house.workspaceId}, ${id}, ${role})`)
  }
  return { id, email }
}

/** The browser of a new person who is signed in. */
export async function signedIn(house: House, role: Role | null = 'owner'): Promise<Browser & Person> {
  const person = await newPerson(house, role)
  const browser = openBrowser(house)
  expect((await browser.signIn(person.email)).status).toBe(200)
  return { ...browser, ...person }
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (/max-age=0/i.test(line)) cookies.delete(name)
  else cookies.set(name, value)
}
