/**
 * Returns the functions of `db/functions.txt` with their feature and the tables to which they write. `composed` stands for the tables of composed
 * SQL.
 */
export function functionsIn(text) {
  return Array.from(text.matchAll(/^(def\.\w+)\(.*?\) writes: (.*?); (.*)$/gm), ([, name, writes, comment]) => ({
    name,
    feature: /^feature: ([a-z-]+)$/.exec(comment)?.[1],
    writes: writes === 'none' ? [] : writes.split(' '),
  }))
}

/**
 * Returns a finding for each function without a feature, for each write to a table of another feature without a listed reason, and for each listed
 * write that does not exist. `listed` contains the reasons by `function: table`.
 */
export function functionFaults(functions, owners, features, listed) {
  const foreign = functions.flatMap(({ name, feature, writes }) =>
    writes
      .filter((table) => owners.get(table) !== feature)
      .map((table) => ({ key: `${name}: ${table}`, feature, table })),
  )
  const keys = new Set(foreign.map(({ key }) => key))
  return [
    ...functions
      .filter(({ feature }) => feature !== 'platform' && !features.includes(feature))
      .map(
        ({ name, feature }) =>
          `function ${name} belongs to '${feature ?? 'none'}', which is no feature: write comment on function … is 'feature: …' in its migration, then run npm run rights`,
      ),
    ...foreign
      .filter(({ key }) => !listed[key])
      .map(
        ({ key, feature, table }) =>
          `function ${key} is a foreign write of ${feature} (${owners.get(table) ?? 'unknown'}): call a function of the owner, or give the reason in tools/checks/function-walls-exceptions.mjs`,
      ),
    ...Object.keys(listed)
      .filter((key) => !keys.has(key))
      .map((key) => `tools/checks/function-walls-exceptions.mjs lists ${key}, which no function writes: remove it`),
  ]
}
