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

/** Takes the page away from whoever it belonged to, and begins anew. */
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

/** Signed out in another tab: this one ends too. Where something is not saved the page waits for its person, out of reach. */
const endedElsewhere = () => (pageUnsaved() ? void pass('sign-in') : leavePage())

/** What another tab of this browser did holds here too. */
async function hear(news: TabNews) {
  const here = machine.state().session?.userId ?? null
  if (news.kind === 'signed-out') return here && endedElsewhere()
  if (news.kind !== 'signed-in') return idle.hear(news.kind, news.userId)
  if (here && here !== news.userId) return leavePage()
  if (!here) return location.pathname === '/' ? location.replace('/') : undefined
  idle.hear('unlocked', news.userId)
  if (openGate() === null) return
  const login = await readLogin().catch(() => null)
  if (login && !login.need) settle(true)
}

const inputs = ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel', 'touchstart', 'scroll'] as const

/** Starts the machines of the login; the answer stops them. */
export function startAuth(): () => void {
  const ends: (() => void)[] = []
  ends.push(idle.subscribe(() => lockSeen.set(idle.locked)))
  ends.push(machine.subscribe(() => authSeen.set(machine.state())))
  try {
    tabs = openTabs((news) => void hear(news))
    ends.push(tabs.close)
    ends.push(
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
    ends.push(
      machine.subscribe(() => {
        const { session } = machine.state()
        if (session) idle.watch(session, false)
      }),
    )
    const used = () => {
      machine.use()
      idle.touch()
    }
    for (const input of inputs) {
      addEventListener(input, used, { passive: true, capture: true })
      ends.push(() => removeEventListener(input, used, { capture: true }))
    }
    const look = () => {
      idle.check()
      if (!idle.locked) void machine.tick().then((lives) => (lives ? null : pass('sign-in')))
    }
    const seen = () => document.visibilityState === 'visible' && look()
    document.addEventListener('visibilitychange', seen)
    ends.push(() => document.removeEventListener('visibilitychange', seen))
    const timer = setInterval(look, refreshTick)
    ends.push(() => clearInterval(timer))
    onRecovery(() => machine.recover())
    void machine.start()
  } catch (error) {
    console.warn('the machines of the login could not be started', error)
    machine.startFailed()
  }
  return () => ends.forEach((end) => end())
}
