import { expect, test } from 'vitest'
import { features } from './features.ts'
import { partsFor } from './features/people/personal-export/exported-parts.ts'
import { cleanupsOf } from './jobs.ts'
import type { AppContext } from './platform/app-context.ts'
import type { Feature } from './platform/feature.ts'
import type { ExportingPerson } from './platform/personal-export/exported-part.ts'

test('the cleanup of files runs after the cleanups that end the use of files', () => {
  const order = cleanupsOf(Object.values<Feature>(features))
  const [lastUser = -1, firstOfFiles = -1] = [
    Math.max(...[...features.journal.cleanups, ...features.document.cleanups].map((step) => order.indexOf(step))),
    Math.min(...features.file.cleanups.map((step) => order.indexOf(step))),
  ]
  expect(lastUser).toBeGreaterThan(-1)
  expect(firstOfFiles).toBeGreaterThan(lastUser)
})

/** Returns the features that contribute to a part of a client's export, in the order in which its page shows them. */
async function featuresOnPage(name: string): Promise<string[]> {
  const exportContributions = Object.entries<Feature>(features).flatMap(([feature, { exports = [] }]) =>
    exports.map((each) => {
      if (!('pages' in each)) return each
      return {
        ...each,
        async *pages() {
          yield [{ data: null, title: feature, at: null }]
        },
      }
    }),
  )
  const part = partsFor({ exportContributions }, 'client').find((each) => each.name === name)
  const titles: string[] = []
  for await (const items of part?.pages({} as AppContext, {} as ExportingPerson) ?? [])
    titles.push(...items.map(({ title }) => title))
  return titles
}

test.each([
  { name: 'account', expected: ['account', 'login', 'push'] },
  { name: 'consents', expected: ['legalText', 'consent', 'assistantConsent'] },
  { name: 'messages', expected: ['message', 'guardian'] },
  { name: 'sessions', expected: ['session', 'call', 'waitingList'] },
  { name: 'forms', expected: ['form', 'guardian'] },
  { name: 'invoices', expected: ['invoice', 'superbill', 'estimate'] },
])('the page of $name in an export begins with what is most important on it', async ({ name, expected }) => {
  const shown = await featuresOnPage(name)
  expect(shown.filter((feature) => expected.includes(feature))).toEqual(expected)
})
