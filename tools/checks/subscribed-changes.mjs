/** Changes for which a table with change triggers needs no trigger: the row that refers to a file changes too, and its change is announced. */
const withoutTrigger = new Set(['file insert', 'file delete'])

/** The roles whose changes must be announced. The definer deletes rows together with their account, connection or draft. */
const announcedRoles = [
  'attune_app_client',
  'attune_app_therapist',
  'attune_app_admin',
  'attune_worker',
  'attune_app_guardian',
]

/**
 * Returns a finding for each change that a role can make to a table with subscriptions but that has no trigger. `tables` is the text of
 * `db/tables.txt`, `rights` that of `db/rights.txt`.
 */
export function triggerFaults(tables, rights) {
  const granted = grantsIn(rights)
  return Array.from(tables.matchAll(/^app\."?(\w+)"? changes: ([\w ]+);/gm)).flatMap(([, table, changes]) =>
    changes === 'none'
      ? []
      : ['insert', 'update', 'delete']
          .filter((change) => granted.has(`${table} ${change}`) && !changes.split(' ').includes(change))
          .filter((change) => !withoutTrigger.has(`${table} ${change}`))
          .map(
            (change) =>
              `app.${table} has change triggers, but none for ${change}, which a role may do: create change_${change} in a migration, ` +
              'then run npm run rights',
          ),
  )
}

/** Returns the changes that the roles can make, as `<table> <change>`. */
function grantsIn(rights) {
  const lines = rights.matchAll(/^(?:table|columns) app\."?(\w+)"? (\w+) (INSERT|UPDATE|DELETE)\b/gm)
  return new Set(
    Array.from(lines)
      .filter(([, , role]) => announcedRoles.includes(role))
      .map(([, table, , change]) => `${table} ${change.toLowerCase()}`),
  )
}

/** Returns a finding for each public table name to which the web app never subscribes. `contract` and `web` are texts of files. */
export function unusedNameFaults(contract, web) {
  const named = contract.flatMap(({ path, text }) =>
    Array.from(text.matchAll(/^ {2}(\w+): \{\s*table: '\w+'/gm), ([, name]) => ({ name, path })),
  )
  const subscribing = web.filter(({ text }) => text.includes('ubscri')).map(({ text }) => text)
  return named
    .filter(({ name }) => !subscribing.some((text) => new RegExp(`['"]${name}['"]`).test(text)))
    .map(
      ({ name, path }) =>
        `no page subscribes to '${name}' (${path}): subscribe to it with useSubscription, or remove the name and the triggers`,
    )
}
