import { loadModule, parseSync } from 'libpg-query'
import { parseModule, visitNodes } from './source-files.mjs'

await loadModule()

/** The query builder's methods that name a table, and whether they read or write it. */
const builderMethods = new Map([
  ['selectFrom', 'read'],
  ['innerJoin', 'read'],
  ['leftJoin', 'read'],
  ['insertInto', 'write'],
  ['updateTable', 'write'],
  ['deleteFrom', 'write'],
])

/** Possible replacements of a template's values: a column, nothing, a condition, a further column or a list of tables. */
const placeholders = [
  ' placeholder_ ',
  ' ',
  ' and placeholder_ ',
  ', placeholder_ ',
  ' from placeholder_ ',
  ' (placeholder_) ',
]
/** Stands between the constant parts of a template until a placeholder replaces it. */
const gap = '\u0000'

/** Functions that complete a fragment of SQL to a statement that the parser may be able to read. */
const frames = [
  (text) => text,
  (text) => `select ${text}`,
  (text) => `select from t where ${text}`,
  (text) => `select from t ${text}`,
  (text) => `select from ${text}`,
  (text) => `select from t order by ${text}`,
  (text) => `with ${text} select`,
  (text) => `${text} select`,
  (text) => `update t set ${text}`,
  (text) => `insert into t ${text}`,
]

/**
 * Returns the tables of `app` and `auth` that the SQL of a module reads and writes, as `{ table, action }`, and the texts that the parser cannot
 * read. A pattern finds the tables of such texts.
 */
export function tablesOfModule(code) {
  const uses = []
  const unread = []
  visitNodes(parseModule(code), (node) => {
    const action = node.type === 'CallExpression' && builderMethods.get(node.callee.property?.value)
    if (action) uses.push(...tablesOfCall(node, action))
    const text = sqlText(node)
    if (text === undefined) return
    const result = tablesOfSql(text)
    uses.push(...result.uses)
    if (!result.isParsed) unread.push(text.replaceAll(gap, '…').replace(/\s+/g, ' ').trim().slice(0, 60))
  })
  return { uses, unread }
}

/**
 * Returns the tables that a statement, or a fragment of one, reads and writes (`uses`), and whether the parser can read it (`isParsed`). If it
 * cannot, a pattern finds the tables.
 */
export function tablesOfSql(text) {
  for (const placeholder of text.includes(gap) ? placeholders : [''])
    for (const frame of frames) {
      const uses = parsedUses(frame(text.replaceAll(gap, placeholder)))
      if (uses) return { uses, isParsed: true }
    }
  const uses = Array.from(
    text.matchAll(/\b(from|join|using|insert into|update|delete from)\s+(?:only\s+)?((?:app|auth)\."?\w+)/gi),
    ([, word, table]) => ({
      table: table.replaceAll('"', ''),
      action: /^(insert|update|delete)/i.test(word) ? 'write' : 'read',
    }),
  )
  return { uses, isParsed: false }
}

function parsedUses(text) {
  let tree
  try {
    tree = parseSync(text)
  } catch {
    return undefined
  }
  const uses = []
  const written = new Set()
  visitTree(tree, (key, value) => {
    if (['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'].includes(key) && value.relation)
      written.add(value.relation)
    const relation = key === 'RangeVar' ? value : key === 'relation' && value.relname ? value : undefined
    if (relation?.schemaname === 'app' || relation?.schemaname === 'auth')
      uses.push({
        table: `${relation.schemaname}.${relation.relname}`,
        action: written.has(relation) ? 'write' : 'read',
      })
  })
  return uses
}

/** Returns the tables that a call of the query builder names: a string, `'session as s'`, or a list of them. */
function tablesOfCall({ arguments: [first] }, action) {
  const given = first?.expression
  const names = given?.type === 'ArrayExpression' ? given.elements.map((element) => element?.expression) : [given]
  return names
    .filter((name) => name?.type === 'StringLiteral')
    .map(({ value }) => ({ table: qualified(value.split(' ')[0]), action }))
}

const qualified = (name) => (name.includes('.') ? name : `app.${name}`)

/** Returns the text of a string or template that names a table with its schema. Each value of a template becomes a placeholder. */
function sqlText(node) {
  if (node.type !== 'StringLiteral' && node.type !== 'TemplateLiteral') return undefined
  const text =
    node.type === 'StringLiteral' ? node.value : node.quasis.map(({ cooked, raw }) => cooked ?? raw).join(gap)
  return /\b(from|join|using|into|update|only)\s+(app|auth)\./i.test(text) ? text : undefined
}

function visitTree(node, found) {
  if (!node || typeof node !== 'object') return
  for (const [key, value] of Object.entries(node)) {
    found(key, value)
    visitTree(value, found)
  }
}
