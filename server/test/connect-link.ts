import type { House } from './house.ts'

export const linksPath = '/v1/social-accounts/connect-links'

/** Makes a connect link, as a client does: to all networks of the mode that need no app, unless the body says more. */
export async function makeLink(
  house: House,
  body: object = {},
  { key = house.liveKey }: { key?: string } = {},
) {
  const mode = key === house.testKey ? 'test' : 'live'
  const all = house.context.connectors.filter(
    ({ modes, connect }) => modes.includes(mode) && connect.some(({ needsApp }) => !needsApp),
  )
  const platforms = 'social_account_id' in body ? {} : { platforms: all.map(({ platform }) => platform) }
  const { status, json } = await house.request('POST', linksPath, { key, body: { ...platforms, ...body } })
  if (status !== 200) throw new Error(`The link was not made: ${JSON.stringify(json)}`)
  return json
}

export async function linkNow(house: House, id: string) {
  return (await house.request('GET', `${linksPath}/${id}`)).json
}
