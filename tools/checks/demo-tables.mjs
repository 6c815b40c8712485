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
 * Returns a finding for each table of a feature that the demo practice never calls, unless one of the lists of empty tables gives the reason, and for
 * each listed table that does not exist. `files` contain these lists: the samples of features, and the list of tables without samples. Reads no
 * rows, because only the deep tests create the demo practice.
 */
export function demoFaults(tables, demo, files) {
  const listed = files.flatMap(({ path, text }) => emptyTablesIn(text).map((name) => ({ path, name })))
  const empty = listed.map(({ name }) => name)
  const own = tables.filter(({ schema }) => schema === 'app')
  return [
    ...listed
      .filter(({ name }) => !own.some((table) => table.name === name))
      .map(({ path, name }) => `${path} lists app.${name} as empty, which does not exist`),
    ...own
      .filter(({ name, comment }) => !empty.includes(name) && !isCalled(featureOf(comment), demo))
      .map(
        ({ name }) =>
          `app.${name} is empty in the demo practice: fill it in tools/demo, or give the reason in emptyInDemo beside its sample row`,
      ),
  ]
}

const emptyTablesIn = (text) =>
  Array.from(text.matchAll(/^const empty(?:InDemo|WithoutSamples) = \{\n(.*?)^\} satisfies/gms)).flatMap(([, body]) =>
    Array.from(body.matchAll(/^ {2}(\w+):/gm), ([, name]) => name),
  )

const featureOf = (comment) => /; feature: ([a-z-]+)$/.exec(comment)?.[1] ?? 'platform'

const isCalled = (feature, demo) =>
  feature === 'platform' ||
  filledByOthers.has(feature) ||
  new RegExp(`\\b${camelCase(feature)}\\.|/${feature}/`).test(demo)
