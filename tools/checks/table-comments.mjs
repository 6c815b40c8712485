/**
 * The argument types of the functions that `def.erase_account` and `def.disconnect` call. Trigger functions have no
 * arguments.
 */
const argumentsOf = { erasure: 'uuid', disconnect: 'uuid,uuid,timestamp with time zone' }

const example = "'owner: therapist; erasure: keep (record); disconnect: keep'"

/**
 * Returns a finding for each table with an invalid comment. The comment must state the owner of the rows and the rules
 * for erasure and disconnect, and may only name tables and functions that exist. `definers` are the functions of schema
 * `def`.
 */
export function commentFaults(tables, definers, migrations) {
  const names = new Set(tables.map(({ schema, name }) => `${schema}.${name}`))
  return tables.flatMap((table) => {
    const full = `${table.schema}.${table.name}`
    return faultsOf(table.comment, names, definers).map(
      (fault) =>
        `${full} ${fault}: write it in the comment of the table (CONTRIBUTING.md, 'Add a table') in ${migrationWith(full, migrations)}, ` +
        'or in a new migration if that one has landed, then run npm run rights',
    )
  })
}

function faultsOf(comment, names, definers) {
  const parts =
    /^owner: (?:therapist|account|product); erasure: ([^;]+); disconnect: ([^;]+?)(?:; export: ([^;]+?))?(?:; kept: [^;]+)?(?:; feature: [a-z-]+)?$/.exec(
      comment,
    )
  if (!parts) {
    const missing = ['owner', 'erasure', 'disconnect'].filter((part) => !comment.includes(`${part}: `))
    return [`lacks ${missing.join(', ') || 'a well-formed rule'} in its comment, such as ${example}`]
  }
  return [...ruleFaults('erasure', parts[1], names, definers), ...ruleFaults('disconnect', parts[2], names, definers)]
}

function ruleFaults(event, rule, names, definers) {
  const parts = /^(keep|delete|with ((?:app|auth)\.\w+))(?: by (def\.\w+(?: and def\.\w+)*))?(?: \(([^()]+)\))?$/.exec(
    rule,
  )
  if (!parts) return [`has the unknown rule '${rule}' for ${event}`]
  const [, action, other, functions = '', reason] = parts
  const wanted = Array.from(functions.matchAll(/def\.(\w+)/g), ([, name]) => name)
  return [
    ...(event === 'erasure' && action === 'keep' && !reason ? ['keeps its rows at erasure without a reason'] : []),
    ...(other && !names.has(other) ? [`goes with ${other} at ${event}, which does not exist`] : []),
    ...wanted
      .filter((name) => !isCalled(name, event, definers))
      .map((name) => `names def.${name} for ${event}, but there is no such function (${argumentsOf[event]})`),
  ]
}

/**
 * Returns whether `def` contains a trigger function of this name, or a function with the arguments of the event. `def.disconnect` is the event
 * itself.
 */
function isCalled(name, event, definers) {
  if (name === event) return true
  return definers.some((each) => each.name === name && (each.args === '' || each.args === argumentsOf[event]))
}

/** Returns the migration that creates a table. */
export function migrationWith(table, migrations) {
  return (
    migrations.find(({ text }) => new RegExp(`create table ${table.replace('.', '\\."?')}\\b`).test(text))?.path ??
    'db/migrations'
  )
}
