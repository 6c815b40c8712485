/** The forms of the part of a table's comment that states the retention period of the rows and the code or person that deletes them. */
const forms = [
  // A function of the database that the cleanup calls once a day; its period is compared with the function by the catalog check.
  /^\d+ (?:days|years?) by def\.(?<definer>\w+) \([^()]+\)$/,
  // A function or a list of jobs of the server.
  /^(?:\d+ (?:hours?|days?)|until [^()]+?) by (?<code>\w+)(?: \([^()]+\))?$/,
  /^with (?<table>(?:app|auth)\.\w+)$/,
  /^until (?:its therapist|an admin) deletes it$/,
  /^record(?: \([^()]+\))?$/,
  /^few \([^()]+\)$/,
  /^for ever \(decision (?<decision>\d{4})\)$/,
]

const advice =
  "name how long rows are kept and who cleans them before the feature, such as 'kept: 1 year by def.delete_old_tags (after its creation)', " +
  "'kept: with app.client', 'kept: record', 'kept: few (one row per therapist)' or 'kept: until its therapist deletes it'"

/**
 * Returns the faults of the part `kept:` of a table's comment. `known` has the names that it may refer to: `tables`, `definers` (functions of
 * schema `def`), `code` (functions and constants of the server) and `decisions` (numbers of decision records).
 */
export function periodFaults(comment, known) {
  const kept = /; kept: ([^;]+)(?:; feature: [a-z-]+)?$/.exec(comment)?.[1]
  if (!kept) return [`does not say who cleans it (${advice})`]
  const named = forms.map((form) => form.exec(kept)).find((match) => match)
  if (!named) return [`has the unknown period '${kept}' (${advice})`]
  const { definer, code, table, decision } = named.groups ?? {}
  return [
    ...(definer && !known.definers.has(definer) ? [`is cleaned by def.${definer}, which does not exist`] : []),
    ...(code && !known.code.has(code) ? [`is cleaned by ${code}, which the server does not have`] : []),
    ...(table && !known.tables.has(table) ? [`is cleaned with ${table}, which does not exist`] : []),
    ...(decision && !known.decisions.has(decision) ? [`is kept by decision ${decision}, which does not exist`] : []),
  ]
}

/** Returns the names of the functions and constants that source files of the server declare. */
export function namesIn(files) {
  return new Set(
    files.flatMap(({ text }) => Array.from(text.matchAll(/\b(?:function|const) (\w+)/g), ([, name]) => name)),
  )
}
