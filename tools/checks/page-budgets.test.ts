import { expect, test } from 'vitest'
import { overBudget } from './page-budgets.mjs'

const budgets = {
  bases: { public: { js: 10, css: 2, requests: 6 }, 'signed-in': { js: 20, css: 3, requests: 7 } },
  others: { js: 6, css: 1.5, requests: 8 },
  pages: { 'dashboard/heavy': { js: 12.3, css: 1.7, requests: 12 } },
}
const base = { js: 1000, css: 1000, requests: 1 }
const findingsOf = (...own: { route: string; js: number; css: number; requests: number }[]) =>
  overBudget([{ signedIn: true, base, own }], budgets)
const heavy = { route: 'dashboard/heavy', js: 12_300, css: 1700, requests: 12 }

test('a page may load as much as its budget', () => {
  expect(findingsOf(heavy)).toEqual([])
})

test('a page with one request too many is found', () => {
  expect(findingsOf({ ...heavy, requests: 13 })).toEqual([
    'dashboard/heavy, beyond what all pages load: 13 requests, at most 12',
  ])
})

test('a page without a budget of its own is found when it loads more than others may', () => {
  expect(findingsOf(heavy, { route: 'dashboard/new', js: 6100, css: 1600, requests: 8 })).toEqual([
    'dashboard/new, beyond what all pages load: 6.10 kB of script, at most 6',
    'dashboard/new, beyond what all pages load: 1.60 kB of styles, at most 1.5',
  ])
})

test('what all public pages load has a budget', () => {
  const publicPages = { signedIn: false, base: { js: 10_100, css: 2000, requests: 7 }, own: [heavy] }
  expect(overBudget([publicPages], budgets)).toEqual([
    'what all public pages load: 10.10 kB of script, at most 10',
    'what all public pages load: 7 requests, at most 6',
  ])
})

test('a budget of a page that was deleted is found', () => {
  expect(findingsOf()).toEqual(['dashboard/heavy: has a budget, but there is no such page'])
})
