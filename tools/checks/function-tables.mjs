import { parsePlPgSQLSync } from 'libpg-query'
import { tablesOfSql } from './sql-tables.mjs'

/**
 * Returns the tables to which the body of a database function writes, sorted, and whether it executes composed SQL, whose tables are unknown.
 * Throws if the parser cannot read the body.
 */
export function writesOfFunction({ language, body, definition }) {
  if (language === 'sql') return { writes: writtenTables([body]), isDynamic: false }
  const [queries, dynamic] = [[], []]
  visitNodes(parsePlPgSQLSync(definition), (key, value) => {
    // An assignment `name := value` is not SQL, but its value is, so the part before the value is removed.
    if (key === 'PLpgSQL_expr') queries.push(value.query.replace(/^\s*[\w.[\]]+\s*:=/, ''))
    if (key === 'PLpgSQL_stmt_dynexecute' || key === 'PLpgSQL_stmt_dynfors') dynamic.push(value)
    if (key === 'dynquery') dynamic.push(value)
  })
  return { writes: writtenTables(queries), isDynamic: dynamic.length > 0 }
}

function writtenTables(queries) {
  const uses = queries
    .filter((query) => /\b(insert|update|delete|merge)\b/i.test(query))
    .flatMap((query) => {
      const { uses: found, isParsed } = tablesOfSql(query)
      if (!isParsed && found.length > 0) throw new Error(`the parser cannot read ${query}`)
      return found
    })
  return [...new Set(uses.filter(({ action }) => action === 'write').map(({ table }) => table))].toSorted()
}

function visitNodes(node, found) {
  if (!node || typeof node !== 'object') return
  for (const [key, value] of Object.entries(node)) {
    found(key, value)
    visitNodes(value, found)
  }
}
