/**
 * Networks that clients of this family of APIs configure and this server does not speak to yet: their names in the API, and
 * those that people read. A network leaves this list when it gets its folder.
 */
export const wellKnownPlatforms: ReadonlyMap<string, string> = new Map([
  ['google_business', 'Google Business'],
])
