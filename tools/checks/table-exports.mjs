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
