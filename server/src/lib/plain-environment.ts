/**
 * The environment that helper programs get: none of ours, so that no secret leaks into them, and no locale, so that
 * they behave the same everywhere.
 */
export const plainEnvironment: NodeJS.ProcessEnv = {
  LC_ALL: 'C',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin',
}
