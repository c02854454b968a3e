import { type Sql, sql } from '../../db/database.ts'

/**
 * Whether `e` is one of the endpoints in `which`, a query of their workspaces and ids. Each is found by its key and changed by its
 * place: a plan that was made while the table was small would read it from end to end for ever.
 */
export function isListedEndpoint(which: Sql): Sql {
  return sql`e.ctid = any(array(select found.place from ${which} as asked(workspace_id, id) cross join lateral (
    select w.ctid as place from webhook_endpoints w
    where w.workspace_id = asked.workspace_id and w.id = asked.id offset 0) found))`
}
