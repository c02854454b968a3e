/**
 * Networks that clients of this family of APIs configure and this server does not speak to yet: their names in the API, and
 * those that people read. A network leaves this list when it gets its folder.
 */
export const wellKnownPlatforms: ReadonlyMap<string, string> = new Map([
  ['facebook', 'Facebook'],
  ['google_business', 'Google Business'],
  ['linkedin', 'LinkedIn'],
  ['pinterest', 'Pinterest'],
  ['threads', 'Threads'],
  ['tiktok', 'TikTok'],
  ['twitter', 'X'],
  ['youtube', 'YouTube'],
])
