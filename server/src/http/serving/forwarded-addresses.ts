import type { RequestListener } from 'node:http'

/**
 * Lets a server see the addresses of `X-Forwarded-For` without their ports, which some proxies write behind them. With its port each
 * connection of a client would be an address of its own: limits would not count it, and no list of networks would hold it.
 */
export function withoutPorts(serve: RequestListener): RequestListener {
  return (request, response) => {
    const { 'x-forwarded-for': forwarded } = request.headers
    if (typeof forwarded === 'string') request.headers['x-forwarded-for'] = stripPorts(forwarded)
    serve(request, response)
  }
}

/** A list of addresses as `X-Forwarded-For` has it, each without its port and without the brackets of IPv6. */
export function stripPorts(addresses: string): string {
  return addresses
    .split(',')
    .map((text) => {
      const address = text.trim()
      const [, v4, v6] = /^(?:([\d.]{7,15}):\d{1,5}|\[([\da-f:.]{2,45})\](?::\d{1,5})?)$/i.exec(address) ?? []
      return v4 ?? v6 ?? address
    })
    .join(', ')
}
