import { IsInteger, IsNumber, type TObject } from 'typebox'
import type { Connector } from '../connectors/connector.ts'
import type { Json, JsonObject } from '../lib/json/json.ts'
import { createValidate } from '../lib/requests/validate.ts'
import { StartError } from '../lib/settings/start-error.ts'

/** Variables of the environment whose names begin with `PLATFORM_`, as they were given. */
export type PlatformVariables = Readonly<Record<string, string>>

/** The variable that sets one field of an app: `PLATFORM_X_CLIENT_ID` for `client_id` of `x`. */
export function variableOf(platform: string, field: string): string {
  return `PLATFORM_${platform}_${field}`.toUpperCase()
}

/** The app that the environment sets for a network; null where it sets none. */
export function appOfVariables(
  variables: PlatformVariables,
  platform: string,
  app: TObject,
): JsonObject | null {
  const entries = Object.entries(app.properties).flatMap(([field, schema]): [string, Json][] => {
    const text = variables[variableOf(platform, field)]
    if (text === undefined) return []
    return [[field, IsInteger(schema) || IsNumber(schema) ? Number(text) : text]]
  })
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

/**
 * Refuses variables that set no field of any app, and apps that are set in part: a misspelt name would otherwise only
 * show when somebody connects. @throws StartError with a sentence for each
 */
export function refuseWrongVariables(
  variables: PlatformVariables,
  connectors: readonly Pick<Connector, 'platform' | 'name' | 'app'>[],
): void {
  const wanting = connectors.flatMap(({ app, ...rest }) => (app === null ? [] : [{ ...rest, app }]))
  const known = wanting.flatMap(({ platform, app }) =>
    Object.keys(app.properties).map((field) => variableOf(platform, field)),
  )
  const unknown = Object.keys(variables).filter((name) => !known.includes(name))
  const listed = known.length === 0 ? 'no network takes any' : `the known ones are ${known.join(', ')}`
  const wrong = unknown.map((name) => `${name} sets nothing: ${listed}.`)
  for (const { platform, name, app } of wanting) {
    const given = appOfVariables(variables, platform, app)
    const problems = given === null ? [] : createValidate(app)(given)
    for (const { pointer, detail } of problems) {
      const field = pointer.slice(1)
      const variable = field in app.properties ? variableOf(platform, field) : `The app at ${name}`
      wrong.push(`${variable}: ${detail}`)
    }
  }
  if (wrong.length > 0) throw new StartError(wrong.join('\n'))
}
