import { parseModule, readChangedFiles, visitNodes, workTreeFiles } from './source-files.mjs'

/** The places that compose SQL on purpose, by file: their number, and the reason why no user input gets into the SQL. */
const exceptions = {
  'apps/server/src/features/billing/payer/payer.agreement.ts': {
    count: 1,
    reason: "the lock is 'update' or 'share', by its type",
  },
  'apps/server/src/features/care/file/file.cleanup.ts': {
    count: 1,
    reason: 'the cleanup names one of three functions, by its type',
  },
  'apps/server/src/features/care/journal/journal.fields.ts': {
    count: 1,
    reason: 'the type of a column is from the list in the file',
  },
  'apps/server/src/features/care/task/task.fields.ts': {
    count: 1,
    reason: 'the type of a column is from the list in the file',
  },
  'apps/server/src/platform/database/embedded/base-backup.ts': {
    count: 1,
    reason: 'commands of the replication protocol take no parameters; the name of the slot is random bytes in hex',
  },
  'apps/server/src/features/messages/text-message/text-message.media.ts': {
    count: 1,
    reason: "the lock is 'for update' or nothing, by its type",
  },
  'apps/server/src/features/messages/text-message/text-message.unassigned.ts': {
    count: 1,
    reason: 'both parts are constants of the feature message',
  },
  'apps/server/src/features/schedule/calendar/zone/change.ts': {
    count: 1,
    reason: 'seriesRuleSql gets an alias and the number of a parameter',
  },
  'apps/server/src/features/schedule/calendar/zone/rows.ts': {
    count: 2,
    reason: "an alias and the number of a parameter; the table is 'event' or 'absence'",
  },
  'apps/server/src/features/schedule/session/in-series/fields.ts': {
    count: 1,
    reason: 'the type of a column is from the list in the file',
  },
  'apps/server/src/platform/auth/auth-users.ts': { count: 1, reason: 'the file names the columns as constants' },
  'apps/server/src/platform/auth/token-uses.ts': {
    count: 5,
    reason: 'the file names the column, the purpose of the token and its user as constants',
  },
  'apps/server/src/platform/auth/factor/reset.ts': { count: 1, reason: 'the loop names three tables' },
  'apps/server/src/platform/auth/link/email-change.ts': {
    count: 1,
    reason: "the column is that of the 'old' or the 'new' side, by its type",
  },
  'apps/server/src/platform/auth/one-time-tokens.ts': {
    count: 1,
    reason: "the column is 'hash' or 'code_hash'; the token itself is a parameter",
  },
  'apps/server/src/platform/backup/snapshot/load-snapshot.ts': {
    count: 8,
    reason: 'the catalog of the database names the tables and constraints',
  },
  'apps/server/src/platform/backup/snapshot/relations.ts': {
    count: 1,
    reason: 'the catalog of the database names the tables and columns',
  },
  'apps/server/src/platform/backup/snapshot/restore-target.ts': {
    count: 4,
    reason: 'a constant schema, the escaped name of the restore, and names that Postgres quoted',
  },
  'apps/server/src/platform/database/embedded/cluster.ts': {
    count: 4,
    reason: 'constant roles and their passwords of letters and digits; single-user Postgres takes no parameters',
  },
  'apps/server/src/platform/database/migrate/migrate.ts': { count: 1, reason: 'a migration is a file of the product' },
  'apps/server/src/platform/database/pools.ts': {
    count: 1,
    reason: 'a role of the list, and a derived password, escaped; Postgres takes no parameters here',
  },
  'apps/server/src/platform/database/rights.ts': {
    count: 1,
    reason: 'the functions get names of columns as constants',
  },
  'apps/server/src/platform/jobs/enqueue.ts': {
    count: 1,
    reason: 'the role of the actor selects one of four constants',
  },
  'tools/demo/stamps.ts': { count: 3, reason: 'names from the catalog, quoted by Postgres, and times of the clock' },
  'tools/demo/years/add-years.ts': { count: 3, reason: 'names from the catalog, quoted by Postgres' },
  'tools/demo/years/catalog.ts': { count: 1, reason: 'the file names tables and columns of the catalog as constants' },
  'tools/demo/years/clean.ts': { count: 1, reason: 'the number of rows of a batch is a constant' },
  'tools/demo/years/copies.ts': { count: 4, reason: 'names from the catalog, quoted by Postgres, and numbers' },
  'tools/demo/years/seed.ts': {
    count: 8,
    reason: 'names from the catalog, quoted by Postgres, and levels that the file names',
  },
  'tools/demo/years/sizes.ts': { count: 1, reason: 'names from the catalog, quoted by Postgres' },
}

/**
 * Files without SQL statements of the product: tests, checks, and the catalog rules, whose SQL `npm run check` composes from constants for a
 * temporary database.
 */
const exempt = /\.(test|testing)\.tsx?$|\/src\/testing\/|\/database\/catalog\/|^tools\/checks\//
/** Matches the beginning of a statement. */
const statement =
  /^(select\s|insert into\s|update\s+[\w."]+(\s+\w+)?\s+set\s|delete from\s|with\s+\w+\s+as\s|grant\s|set\s+(local\s+)?role\b|(alter|create|drop)\s+(table|role|database|schema|index|function|policy)\b)/

/**
 * Checks that no code composes SQL from strings, because an input of a person could then change the statement. Each
 * exception is listed with its reason.
 */
export function composedSql() {
  const composed = readChangedFiles('composed-sql', sources(), composedTexts)
  const findings = [...new Set([...composed.keys(), ...Object.keys(exceptions)])].flatMap((path) =>
    faultsOf(path, composed.get(path) ?? [], exceptions[path]?.count),
  )
  return { ok: findings.length === 0, remark: `${Object.keys(exceptions).length} files with exceptions`, findings }
}

/**
 * Returns a finding for each SQL text that contains a value of a variable, unless the file has exactly the allowed
 * number of them. Such a text is the argument of `sql.raw`, the text of a call of `query`, `run` or `ask`, or a string that begins like
 * a statement. A template with the tag `sql` sends its values as parameters and has no finding. Exported for its test.
 */
export const composedIn = (path, code, allowed) => faultsOf(path, composedTexts(code), allowed)

function faultsOf(path, composed, allowed = 0) {
  if (composed.length === allowed) return []
  const count = allowed > 0 ? `; tools/checks/composed-sql.mjs lists ${allowed} of them, ${composed.length} exist` : ''
  if (composed.length === 0) return [`${path} composes no SQL${count}`]
  return composed.map((text) => `${path} composes SQL from strings; pass the value as a parameter${count}: ${text}`)
}

/** Returns the beginning of each SQL text of a module that contains a value of a variable. */
function composedTexts(code) {
  const [texts, called, tagged, constants] = [new Set(), [], new Set(), new Map()]
  visitNodes(parseModule(code), (node) => {
    if (node.type === 'VariableDeclaration' && node.kind === 'const')
      // The value of a name that is declared twice is unknown.
      for (const { id, init } of node.declarations) constants.set(id.value, constants.has(id.value) ? null : init)
    if (node.type === 'TaggedTemplateExpression') tagged.add(node.template)
    if (isRaw(node)) texts.add(node.arguments[0].expression)
    if (isComposable(node) && statement.test(beginningOf(node))) texts.add(node)
    if (node.type === 'CallExpression') called.push(sqlArgument(node))
  })
  for (const argument of called) {
    const text = argument?.type === 'Identifier' ? constants.get(argument.value) : argument
    if (isComposable(text)) texts.add(text)
  }
  return [...texts].filter((node) => !tagged.has(node) && !isConstant(node, constants)).map(beginningOf)
}

const isRaw = ({ callee }) => callee?.object?.value === 'sql' && callee.property.value === 'raw'
const isComposable = (node) =>
  node?.type === 'TemplateLiteral' || (node?.type === 'BinaryExpression' && node.operator === '+')

/** Returns the text that a call of `query`, `run` or `ask` passes as its first argument, or as the `text` of that argument. */
function sqlArgument({ callee, arguments: [first] }) {
  if (!['query', 'run', 'ask'].includes(callee.property?.value ?? callee.value)) return undefined
  const given = first?.expression
  if (given?.type !== 'ObjectExpression') return given
  const property = given.properties.find(({ key, value }) => (key?.value ?? value) === 'text')
  return property?.type === 'Identifier' ? property : property?.value
}

/** Returns whether an expression consists only of constants of its file. */
function isConstant(node, constants) {
  if (node?.type === 'StringLiteral') return true
  if (node?.type === 'TemplateLiteral') return node.expressions.every((part) => isConstant(part, constants))
  if (node?.type === 'BinaryExpression') return isConstant(node.left, constants) && isConstant(node.right, constants)
  return node?.type === 'Identifier' && isConstant(constants.get(node.value), constants)
}

function beginningOf(node) {
  if (node.type === 'BinaryExpression') return beginningOf(node.left)
  const text = node.quasis?.[0].cooked ?? node.value ?? node.property?.value ?? ''
  return `${text}`.trimStart().slice(0, 60)
}

const sources = () =>
  workTreeFiles('apps/server/*.ts', 'packages/*.ts', 'tools/*.ts', 'tools/*.mjs').filter((path) => !exempt.test(path))
