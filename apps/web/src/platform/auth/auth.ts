import { backend } from '../backend/backend.ts'
import { onAuthEvent } from '../backend/auth-events.ts'
import { onRecovery, openGate, pass, settle } from '../gates.ts'
import { forBrowser } from '../keep.ts'
import { forgetLogin, keepLogin, knownLogin, knownMe, readLogin, readMe } from '../login.ts'
import { openDrafts } from '../open-drafts.ts'
import { giveUp, pageUnsaved } from '../unsaved.ts'
import { refreshTick } from './constants.ts'
import { IdleLock } from './idle.ts'
import { authSeen, lockSeen } from './look.ts'
import { AuthMachine } from './machine.ts'
import { openTabs, type TabNews, type Tabs } from './tabs.ts'

const clock = { steady: () => performance.now(), wall: () => Date.now() }
let tabs: Tabs | null = null

/** Leaves the page and clears everything that belongs to its account. */
function leavePage() {
  giveUp()
  forgetLogin()
  location.replace('/')
}

const machine = new AuthMachine({
  first: knownLogin,
  session: () => backend.auth.getSession(),
  refresh: () => backend.auth.refreshSession(),
  person: (anew) => (anew ? readMe() : knownMe()),
  keep: forBrowser,
  clock,
  onStranger: leavePage,
  onRecovered: keepLogin,
})

export const idle = new IdleLock({
  keep: forBrowser,
  clock,
  tell: (kind, userId) => tabs?.tell({ kind, userId }),
  playing: () =>
    [...document.querySelectorAll<HTMLMediaElement>('audio, video')].some((media) => !media.paused && !media.ended),
})

/** Handles a sign-out in another tab. A page with unsaved text stays, locked, until its person signs in again. */
const handleRemoteSignOut = () => (pageUnsaved() ? void pass('sign-in') : leavePage())

/** Applies what another tab of this browser reported. */
async function hear(news: TabNews) {
  const here = machine.state().session?.userId ?? null
  if (news.kind === 'signed-out') return here && handleRemoteSignOut()
  if (news.kind !== 'signed-in') return idle.hear(news.kind, news.userId)
  if (here && here !== news.userId) return leavePage()
  if (!here) return location.pathname === '/' ? location.replace('/') : undefined
  idle.hear('unlocked', news.userId)
  if (openGate() === null) return
  const login = await readLogin().catch(() => null)
  if (login && !login.need) settle(true)
}

const inputs = ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel', 'touchstart', 'scroll'] as const

/** Starts the login state, the idle lock and the connection between tabs. Returns a function that stops them. */
export function startAuth(): () => void {
  const cleanups: (() => void)[] = []
  cleanups.push(idle.subscribe(() => lockSeen.set(idle.locked)))
  cleanups.push(machine.subscribe(() => authSeen.set(machine.state())))
  try {
    tabs = openTabs((news) => void hear(news))
    cleanups.push(tabs.close)
    cleanups.push(
      onAuthEvent((event, login) => {
        machine.hear(event, login)
        if (event === 'SIGNED_OUT') {
          idle.forget()
          tabs?.tell({ kind: 'signed-out' })
        }
        if (event === 'SIGNED_IN' && login) {
          idle.watch(login, true)
          if (!login.need) void openDrafts(login.userId)
          tabs?.tell({ kind: 'signed-in', userId: login.userId })
        }
      }),
    )
    cleanups.push(
      machine.subscribe(() => {
        const { session } = machine.state()
        if (session) idle.watch(session, false)
      }),
    )
    const recordInput = () => {
      machine.use()
      idle.touch()
    }
    for (const input of inputs) {
      addEventListener(input, recordInput, { passive: true, capture: true })
      cleanups.push(() => removeEventListener(input, recordInput, { capture: true }))
    }
    const checkLogin = () => {
      idle.check()
      if (!idle.locked) void machine.tick().then((lives) => (lives ? null : pass('sign-in')))
    }
    const checkWhenVisible = () => document.visibilityState === 'visible' && checkLogin()
    document.addEventListener('visibilitychange', checkWhenVisible)
    cleanups.push(() => document.removeEventListener('visibilitychange', checkWhenVisible))
    const timer = setInterval(checkLogin, refreshTick)
    cleanups.push(() => clearInterval(timer))
    onRecovery(() => machine.recover())
    void machine.start()
  } catch (error) {
    console.warn('the machines of the login could not be started', error)
    machine.startFailed()
  }
  return () => cleanups.forEach((end) => end())
}
