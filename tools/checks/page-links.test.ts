import { expect, test } from 'vitest'
import { addressesIn, unlinkedPages } from './page-links.mjs'

const records = `export const pages = {
  '/dashboard/client/journal': { roles: client, menu: { client: 'main' } },
  '/dashboard/client/plan': { roles: client, parent: 'therapists' },
  '/dashboard/$userType/tasks/$taskId': { roles: everyone },
}`
const route = `import { PlanPage } from '../../../features/plan/PlanPage.tsx'
  export const Route = createFileRoute('/dashboard/client/plan')({ component: PlanPage })`
const task = 'open(`/dashboard/${role}/tasks/${id}?tab=answer`)'

/** Returns the pages for which the check has a finding, in a web app with the records, the route of the plan and some other files. */
function unlinkedIn(files: Record<string, string>, otherwise: Record<string, string> = {}) {
  const all = { 'shell/pages/pages.ts': records, 'routes/dashboard/client/plan.tsx': route, ...files }
  const found = Object.entries(all).map(([name, code]) => {
    const path = `apps/web/src/${name}`
    return { path, ...addressesIn(code, path) }
  })
  return unlinkedPages(found, otherwise).map((finding) => /\/(?:dashboard|for)\/[\w/$-]+/.exec(finding)?.[0])
}

test('a page with a place in a menu needs no link, and any other page needs one', () => {
  expect(unlinkedIn({})).toEqual(['/dashboard/client/plan', '/dashboard/$userType/tasks/$taskId'])
})

test('a link with the address of the page or with computed parts leads to a page', () => {
  const link = '<TextLink to="/dashboard/client/plan" />'
  expect(unlinkedIn({ 'features/home/Home.tsx': link, 'features/task/open.ts': task })).toEqual([])
})

test('the screen of a page does not lead to the page, and neither does an address from which parameters are read', () => {
  const own = '<TextLink to="/dashboard/client/plan" />'
  const read = `const route = getRouteApi('/dashboard/client/plan'); useParams({ from: '/dashboard/client/plan' })`
  const files = { 'features/plan/PlanPage.tsx': own, 'features/plan/use-plan.ts': read, 'features/task/open.ts': task }
  expect(unlinkedIn(files)).toEqual(['/dashboard/client/plan'])
})

test('a listed page needs no link, and a listed page with a link is a finding', () => {
  const listed = { '/dashboard/client/plan': 'a list', '/dashboard/$userType/tasks/$taskId': 'a list' }
  expect(unlinkedIn({}, listed)).toEqual([])
  expect(unlinkedIn({ 'features/task/open.ts': task }, listed)).toEqual(['/dashboard/$userType/tasks/$taskId'])
})
