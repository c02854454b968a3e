import type { IRegularForbiddenRuleType } from 'dependency-cruiser'

/** A rule of the table: these files may not import those, for this reason. */
export function refuseImports(
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType {
  return { name, comment, severity: 'error', from, to }
}
