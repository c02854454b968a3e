import type { Connector } from '../../connectors/connector.ts'
import type { FieldProblem } from '../../lib/problem.ts'
import { sentence } from '../../lib/text/sentence.ts'
import type { Layer } from './post-request.ts'
import { schemaProblems } from './schema-problems.ts'

/** The part of a connector that checks options. */
type Choices = Pick<Connector, 'platform' | 'name' | 'options'>

/** Checks the options of one layer against those that its platform knows. */
export function optionProblems(layer: Layer, connector: Choices): FieldProblem[] {
  return [...layer.options].flatMap(([name, { value, pointer }]) => {
    const schema = Object.hasOwn(connector.options.properties, name)
      ? connector.options.properties[name]
      : undefined
    if (schema) return schemaProblems(schema, value, pointer)
    const known = Object.keys(connector.options.properties).join(', ')
    const detail = sentence('{network} has no option "{name}". It has: {known}.', {
      network: connector.name,
      name,
      known: known || 'none',
    })
    return [{ pointer, code: 'unknown_option', detail }]
  })
}

/** Required options of a platform that no layer gives. */
export function missingOptions(given: ReadonlyMap<string, unknown>, connector: Choices): FieldProblem[] {
  const required: readonly string[] = connector.options.required ?? []
  return required
    .filter((name) => !given.has(name))
    .map((name) => ({
      pointer: `/platform_configurations/${connector.platform}/${name}`,
      code: 'option_missing',
      detail: sentence('{network} needs the option "{name}".', { network: connector.name, name }),
    }))
}
