import { camelCase } from './lists.mjs'

/** Features whose rows are created together with those of other features, so the demo practice calls none of their procedures. */
const filledByOthers = new Set([
  'access',
  'assistant-setup',
  'channel-setup',
  'client-history',
  'profile',
  'recurrence',
  'search',
])

/**
 * Returns a finding for each table of a feature that the demo practice never calls, unless the list of empty tables gives the reason, and for each
 * listed table that does not exist. Reads no rows, because only the deep tests create the demo practice.
 */
export function demoFaults(tables, demo, emptyTables) {
  const empty = Array.from(emptyTables.matchAll(/^ {2}(\w+): '/gm), ([, name]) => name)
  const own = tables.filter(({ schema }) => schema === 'app')
  return [
    ...empty
      .filter((name) => !own.some((table) => table.name === name))
      .map((name) => `tools/demo/empty-tables.ts lists app.${name}, which does not exist`),
    ...own
      .filter(({ name, comment }) => !empty.includes(name) && !isCalled(featureOf(comment), demo))
      .map(
        ({ name }) =>
          `app.${name} is empty in the demo practice: fill it in tools/demo, or list it with the reason in tools/demo/empty-tables.ts`,
      ),
  ]
}

const featureOf = (comment) => /; feature: ([a-z-]+)$/.exec(comment)?.[1] ?? 'platform'

const isCalled = (feature, demo) =>
  feature === 'platform' ||
  filledByOthers.has(feature) ||
  new RegExp(`\\b${camelCase(feature)}\\.|/${feature}/`).test(demo)
