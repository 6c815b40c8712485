import type { Me } from '@attune/contract/features/people/account/account'
import { act, cleanup, render, screen } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { orpc } from './platform/api/api.ts'
import { observedAuthState } from './platform/auth/use-auth.ts'
import { acceptLogin, fetchLogin, fetchMe, useLogin, useMe, type LoginView } from './platform/login/login.ts'
import { queryClient } from './platform/query/query-client.ts'
import { realtimeClient } from './platform/realtime/realtime-client.ts'
import type { OnRowChanges } from './platform/realtime/realtime-subscription.ts'
import { useLoginLifecycle } from './platform/login/use-login-lifecycle.ts'
import { Route as OnboardingRoute } from './routes/onboarding.tsx'
import { mockServer } from './testing/render-page.tsx'
import { followLogin } from './shell/pages/follow-login.ts'
import { guardDashboard } from './shell/pages/route-guard.ts'

type Account = Pick<LoginView, 'role' | 'need'> & { waiting: boolean }
const applicant: Account = { role: 'client', need: null, waiting: true }
const client: Account = { role: 'client', need: null, waiting: false }
const approved: Account = { role: 'therapist', need: 'enrol', waiting: false }
const therapist: Account = { role: 'therapist', need: null, waiting: false }

/** The account that the server returns now. */
let account = client
/** Answers that the test delays and delivers later. Each contains the account at the time of its request. */
let held: { of: string; deliver: () => void }[] = []
let isHolding = false

const loginOf = ({ role, need }: Account) => ({ userId: 'nora', loginId: `l-${need}`, role, need }) as LoginView
const meOf = ({ role, waiting }: Account) =>
  ({ id: 'nora', role, onboarded: true, roleRequest: waiting ? { status: 'waiting' } : null }) as Me

function answer<Value>(of: string, value: Value) {
  if (!isHolding) return value
  isHolding = false
  return new Promise<Value>((resolve) => held.push({ of, deliver: () => resolve(value) }))
}

let stop = () => {}
beforeEach(() => {
  mockServer({
    'login/session': () => answer('login', { login: loginOf(account) }),
    'account/me': () => answer('me', meOf(account)),
  })
})
afterEach(() => {
  stop()
  cleanup()
  held = []
})

function Frame() {
  useLoginLifecycle()
  const login = useLogin()
  return (
    <>
      <nav>{login?.role}</nav>
      <Outlet />
    </>
  )
}
const Page = () => <main>{useMe()?.role}</main>

/** Opens a path for the current account, with the guards of the app. Each page shows the role of the profile. */
async function open(path: string) {
  const root = createRootRoute({ component: Frame })
  const dashboard = createRoute({ getParentRoute: () => root, path: 'dashboard', beforeLoad: guardDashboard })
  const page = (role: string) => createRoute({ getParentRoute: () => dashboard, path: role, component: Page })
  const onboarding = createRoute({
    getParentRoute: () => root,
    path: 'onboarding',
    beforeLoad: () => OnboardingRoute.options.beforeLoad?.({} as never),
    component: Page,
  })
  const router = createRouter({
    routeTree: root.addChildren([dashboard.addChildren([page('client'), page('therapist')]), onboarding]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  queryClient.clear()
  stop = followLogin(router)
  await router.load()
  expect(router.state.location.pathname).toBe(path)
  return router
}

/** Starts a read. Its answer is delayed until the test delivers it. */
async function hold(read: () => unknown) {
  const before = held.length
  isHolding = true
  void Promise.resolve(read()).catch(() => {})
  await vi.waitFor(() => expect(held.length).toBe(before + 1), { interval: 1 })
}

const refetchLogin = () => queryClient.refetchQueries({ queryKey: orpc.login.session.key() })

/** The events after which the page has its new role or assurance level. */
const events = {
  'an answer from before the change': null,
  'the live event': () => fetchLogin(),
  'the reread login': refetchLogin,
  'the profile': () => fetchMe(),
}
type EventName = keyof typeof events
const names = Object.keys(events) as EventName[]

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]))
}

/** All orders of all events, and all orders with one event omitted. */
const orders = [null, ...names].flatMap((dropped) => permutations(names.filter((name) => name !== dropped)))

const isSettled = (router: Awaited<ReturnType<typeof open>>, role: string, path = `/dashboard/${role}`) =>
  vi.waitFor(
    () => {
      expect(queryClient.getQueryData(orpc.login.session.queryKey({ input: {} }))?.login?.role).toBe(role)
      expect(router.state).toMatchObject({ status: 'idle', location: { pathname: path } })
    },
    { interval: 1 },
  )

test.each([
  ['/dashboard/client', client, therapist],
  ['/dashboard/therapist', therapist, client],
  ['/onboarding', applicant, therapist],
] as const)(
  'from %s, the address changes with the role in every order of events, even if one event is missing @slow',
  async (from, before, after) => {
    for (const order of orders) {
      account = before
      const router = await open(from)
      if (order.includes('an answer from before the change')) await hold(() => fetchLogin())
      account = after
      for (const name of names) {
        const read = events[name]
        if (read && order.includes(name)) await hold(read)
      }
      const started = names.filter((name) => order.includes(name))
      for (const name of order) {
        held[started.indexOf(name)]?.deliver()
        await new Promise((resolve) => setTimeout(resolve))
      }
      await isSettled(router, after.role).catch((error: unknown) => {
        throw new Error(order.join(', '), { cause: error })
      })
      stop()
      held = []
    }
  },
)

test('an approved therapist who sets up the second factor is on the therapist’s page, even if older answers arrive later', async () => {
  const steps = ['an answer from before the change', 'the live event', 'the second factor'] as const
  for (const order of permutations(steps)) {
    account = client
    const router = await open('/dashboard/client')
    await hold(() => fetchLogin())
    account = approved
    await hold(() => fetchLogin())
    for (const step of order) {
      if (step === 'the second factor') {
        account = therapist
        acceptLogin(loginOf(therapist))
      } else held[steps.indexOf(step)]?.deliver()
      await new Promise((resolve) => setTimeout(resolve))
    }
    await isSettled(router, 'therapist')
    stop()
    held = []
  }
})

test('a profile that names the new role before the login does leads to the page of the new role', async () => {
  account = applicant
  const router = await open('/onboarding')
  account = approved
  await fetchMe()
  await router.navigate({ href: '/dashboard/therapist' })
  account = therapist
  acceptLogin(loginOf(therapist))
  await isSettled(router, 'therapist')
})

test('while the approved therapist sets up the second factor, the onboarding page stays', async () => {
  account = applicant
  const router = await open('/onboarding')
  account = approved
  await fetchLogin()
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(router.state.location.pathname).toBe('/onboarding')
  account = therapist
  acceptLogin(loginOf(therapist))
  await isSettled(router, 'therapist')
})

test.each([
  ['the live event', (listeners: OnRowChanges[]) => listeners.forEach((listener) => listener([]))],
  ['the focus', () => dispatchEvent(new Event('focus'))],
  ['the network', () => dispatchEvent(new Event('online'))],
  ['the socket after a reconnect', () => realtimeClient.onResumed()],
] as const)('%s brings the frame, the page and the address to the new role @slow', async (_, happens) => {
  vi.spyOn(realtimeClient, 'start').mockImplementation(() => {})
  const listeners: OnRowChanges[] = []
  vi.spyOn(realtimeClient, 'subscribe').mockImplementation((_request, listener) => {
    listeners.push(listener)
    return () => {}
  })
  account = client
  const router = await open('/dashboard/client')
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await vi.waitFor(() => expect(screen.getByRole('main').textContent).toBe('client'))
  await vi.waitFor(() => expect(listeners.length).toBeGreaterThan(0))
  await vi.waitFor(() => expect(observedAuthState.get().session).not.toBeNull())
  account = therapist
  await act(async () => void happens(listeners))
  await isSettled(router, 'therapist')
  await vi.waitFor(() => {
    expect(screen.getByRole('navigation').textContent).toBe('therapist')
    expect(screen.getByRole('main').textContent).toBe('therapist')
  })
})
