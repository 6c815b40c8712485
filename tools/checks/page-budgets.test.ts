import { expect, test } from 'vitest'
import { baseBudget, overBudget } from './page-budgets.mjs'

const budgets = {
  bases: {
    public: { js: 9.5, jsPerPage: 0.5, css: 2, requests: 6 },
    'signed-in': { js: 20, jsPerPage: 0.13, css: 3, requests: 7 },
  },
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

test('the budget of what all pages load grows with each page of either kind, and only by the part of a page', () => {
  const signedIn = { signedIn: true, base, own: [heavy] }
  const publicPages = (js: number) => ({ signedIn: false, base: { ...base, js }, own: [{ ...heavy, route: 'join' }] })
  expect(overBudget([publicPages(10_500), signedIn], budgets)).toEqual([
    'join, beyond what all pages load: 12.30 kB of script, at most 6',
    'join, beyond what all pages load: 1.70 kB of styles, at most 1.5',
    'join, beyond what all pages load: 12 requests, at most 8',
  ])
  expect(overBudget([publicPages(10_501), signedIn], budgets)).toContain(
    'what all public pages load: 10.50 kB of script, at most 10.5',
  )
})

test('a base is in hundredths of a kB, whatever the sum of its parts', () => {
  expect(baseBudget({ js: 187.4, jsPerPage: 0.09 }, 80)).toEqual({ js: 194.6 })
  expect(baseBudget({ js: 205.1, jsPerPage: 0.13 }, 80)).toEqual({ js: 215.5 })
})

test('a budget of a page that was deleted is found', () => {
  expect(findingsOf()).toEqual(['dashboard/heavy: has a budget, but there is no such page'])
})
