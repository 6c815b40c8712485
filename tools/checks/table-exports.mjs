const advice =
  "name the part of a person's export in which its rows are, before the period, such as 'export: journal', 'export: record' for the exports of a " +
  "therapist's records, or 'export: none (an index of texts that are in the export)'"

/**
 * Returns the faults of the clause `export:` of a table's comment. `parts` has the parts of a person's export, as the contract names them. `record`
 * means the exports of a therapist's records.
 */
export function exportFaults(comment, parts) {
  const clause = /; export: ([^;]+); kept: /.exec(comment)?.[1]
  if (!clause) return [`does not say in which export its rows are (${advice})`]
  const [, none] = /^none \(([^()]+)\)$/.exec(clause) ?? []
  if (none) return []
  return [...parts, 'record'].includes(clause) ? [] : [`has the unknown export '${clause}' (${advice})`]
}

/** Tables whose rows are in a person's export through another feature than their own, with that feature. */
const exportedBy = new Map(
  Object.entries({
    'app.delivery': 'message',
    'app.payment': 'invoice',
    'app.profile': 'account',
    'app.receipt_withdrawal': 'invoice',
    'app.session_text_share': 'session',
    'auth.user': 'login',
    'auth.login': 'login',
    'auth.passkey': 'login',
  }),
)

/**
 * Returns a finding for each table whose comment names a part of a person's export, although the feature of the table writes nothing into this part.
 * `written` has the parts that each feature writes (`writtenParts`).
 */
export function unwrittenParts(tables, parts, written) {
  return tables.flatMap(({ schema, name, comment }) => {
    const [, part, own] = /; export: ([^;]+); kept: .*; feature: ([\w-]+)$/.exec(comment) ?? []
    if (!parts.includes(part)) return []
    const feature = exportedBy.get(`${schema}.${name}`) ?? own
    if (written.get(feature)?.has(part)) return []
    return [
      `${schema}.${name} is in the part '${part}' of a person's export by its comment, but the feature ${feature} writes nothing into that part: ` +
        `define it in ${feature}.exported.ts, and list it under exports in ${feature}.feature.ts`,
    ]
  })
}

/** Returns the parts of a person's export that each feature writes, found by the names in the files that import the type of a part. */
export function writtenParts(sources, parts) {
  const written = new Map()
  for (const { path, text } of sources) {
    if (!text.includes('/exported-part.ts')) continue
    const feature = path.split('/')[5]
    const names = Array.from(text.matchAll(/\bname: '([a-z-]+)'/g), ([, name]) => name).filter((name) =>
      parts.includes(name),
    )
    written.set(feature, new Set([...(written.get(feature) ?? []), ...names]))
  }
  return written
}

/** Returns the parts that no table names, though the export has them. */
export const partsWithoutTable = (comments, parts) =>
  parts
    .filter((part) => !comments.some((comment) => comment.includes(`; export: ${part}; `)))
    .map((part) => `the part '${part}' of a person's export has no table: name it in a comment, or remove it`)

/** Returns the names in the list `personalExportParts` of a source text. */
export function partsIn(text) {
  const [, list = ''] = /personalExportParts = \[([^\]]*)\]/.exec(text) ?? []
  return Array.from(list.matchAll(/'([a-z-]+)'/g), ([, name]) => name)
}
