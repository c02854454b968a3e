import type { House } from './house.ts'

export const linksPath = '/v1/social-accounts/connect-links'

/** Makes a connect link, as a client does. */
export async function makeLink(
  house: House,
  body: object = {},
  { key = house.liveKey }: { key?: string } = {},
) {
  const { status, json } = await house.request('POST', linksPath, { key, body })
  if (status !== 200) throw new Error(`The link was not made: ${JSON.stringify(json)}`)
  return json
}

export async function linkNow(house: House, id: string) {
  return (await house.request('GET', `${linksPath}/${id}`)).json
}
