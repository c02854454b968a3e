/**
 * The environment of helper programs. It has none of our variables, so that no secret leaks, and no locale, so that they
 * behave alike everywhere.
 */
export const plainEnvironment: NodeJS.ProcessEnv = {
  LC_ALL: 'C',
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin',
}
